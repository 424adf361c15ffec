import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** An X server without a screen, for a browser that cannot do without one. */
interface Display {
  environment: { DISPLAY: string };
  stop: () => void;
}

export async function startDisplay(): Promise<Display> {
  const screen = ['-screen', '0', '2560x1600x24', '-nolisten', 'tcp'];
  // It chooses a free display and writes its number.
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb does not start'))),
  ]);
  return {
    environment: { DISPLAY: `:${String(number).trim()}` },
    stop: () => server.kill(),
  };
}
