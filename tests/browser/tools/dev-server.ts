import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { binary } from '../../../tools/binary.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The development server. */
export interface DevServer {
  url: string;
  /** What it has printed so far. */
  terminal: () => string;
  stop: () => Promise<void>;
}

/** Starts a development server in a folder with the sources. */
export async function startDevServer(folder: string, options: string[] = []): Promise<DevServer> {
  const program = ['--import', 'tsx', 'tools/build/dev.ts', ...options];
  const server = spawn('node', program, {
    cwd: resolve(root, folder),
    env: { ...process.env, MARQUEE: binary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  const url = await new Promise<string>((done, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const served = /^Serving (.*)$/.exec(line)?.[1];
      if (served) done(served);
    });
    server.once('exit', () => reject(new Error(`the development server exited: ${printed}`)));
  });
  return {
    url,
    terminal: () => printed,
    async stop() {
      server.kill();
      await ended;
    },
  };
}
