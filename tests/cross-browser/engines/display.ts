import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A virtual X server, for a browser without a headless mode. */
interface Display {
  environment: { DISPLAY: string };
  stop: () => void;
}

export async function startDisplay(): Promise<Display> {
  const screen = ['-screen', '0', '2560x1600x24', '-nolisten', 'tcp'];
  // Xvfb chooses a free display and writes its number to the file descriptor.
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb exited'))),
  ]);
  return {
    environment: { DISPLAY: `:${String(number).trim()}` },
    stop: () => server.kill(),
  };
}
