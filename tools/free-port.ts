import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port of 127.0.0.1, which stays the same when a server is restarted. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  server.close();
  await once(server, 'close');
  return address.port;
}
