// Reports which requests llhttp, the parser of Node's HTTP server, sees in a connection. Each line of
// the input is what a client sends, as JSON with a character for each byte; each line of the output
// is an array with the method, target and host of each request.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';

/** The requests of the current connection: there is one at a time. */
let seen: unknown[] = [];

const see = ({ method, url, headers }: IncomingMessage) =>
  seen.push([method, url, headers.host ?? null]);

const respond = (request: IncomingMessage, response: ServerResponse) => {
  see(request);
  request.resume();
  response.end();
};

const server = createServer(respond)
  .on('checkContinue', respond)
  .on('checkExpectation', respond)
  .on('connect', (request, socket) => {
    see(request);
    socket.destroy();
  })
  .on('clientError', (_error, socket) => socket.destroy());

for await (const connection of createInterface({ input: process.stdin })) {
  const sent: string = JSON.parse(connection);
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
  seen = [];
  server.emit('connection', socket);
  socket.push(Buffer.from(sent, 'latin1'));
  socket.push(null);
  await once(socket, 'close');
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
