/** Shared helpers of the benchmarks. */
import { createServer } from 'node:net';

/** The unit of CPU times in `/proc`, in seconds. */
export const tick = 0.01;

/** Returns a free port. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
