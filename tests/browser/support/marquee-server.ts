import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { binary } from '../../../tools/binary.ts';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** A running `marquee` process. */
export interface MarqueeServer {
  url: string;
  /** Returns the metrics, as Prometheus gets them. */
  metrics: () => Promise<string>;
  /** Reloads the site from its folder. */
  reload: () => void;
  stop: () => Promise<void>;
}

/** Starts a server on free ports with only these settings. */
export async function startServer(settings: Record<string, string> = {}): Promise<MarqueeServer> {
  const server = spawn(binary, {
    env: {
      DIST_DIR: dist,
      LISTEN_ADDR: '127.0.0.1:0',
      ADMIN_ADDR: '127.0.0.1:0',
      RENDER_TIMEOUT: '20s',
      // By chance, some visits would load another file.
      WEB_VITALS_SAMPLE: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log: string[] = [];

  const addresses = await new Promise<string[]>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      log.push(line);
      const serving = /"address":"([^"]+)","admin_address":"([^"]+)"/.exec(line);
      if (serving) resolve(serving.slice(1));
    });
    server.once('error', reject);
    server.once('close', () => reject(new Error(`the server exited:\n${log.join('\n')}`)));
  });

  return {
    url: `http://${addresses[0]}`,
    metrics: async () => (await fetch(`http://${addresses[1]}/metrics`)).text(),
    reload: () => server.kill('SIGHUP'),
    async stop() {
      // A graceful shutdown would wait for the browser's open connections.
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** Returns the output of `marquee render`. */
export async function printPage(options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['render', ...options], {
    env: { DIST_DIR: dist },
  });
  return stdout;
}
