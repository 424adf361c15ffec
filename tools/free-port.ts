import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port of 127.0.0.1, for a program that cannot choose one itself, or is restarted. No
 * connection takes it meanwhile: it is below the ports of clients.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}
