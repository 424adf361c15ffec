// Reports which requests llhttp, the parser of Node's HTTP server, sees in a connection. Each line of
// the input is what a client sends, as JSON with a character for each byte; each line of the output
// is an array with the method, target and host of each request.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';

const see = ({ method, url, headers, socket }) =>
  socket.seen.push([method, url, headers.host ?? null]);

const respond = (request, response) => {
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
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
  socket.seen = [];
  server.emit('connection', socket);
  socket.push(Buffer.from(JSON.parse(connection), 'latin1'));
  socket.push(null);
  await once(socket, 'close');
  process.stdout.write(`${JSON.stringify(socket.seen)}\n`);
}
