import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { binary } from '../../../tools/binary.ts';
import { DIST_DIR, startMarquee } from '../../support/marquee.ts';

/** A running `marquee` process. */
export type MarqueeServer = Awaited<ReturnType<typeof startServer>>;

/** Starts a server on free ports with only these settings. */
export async function startServer(settings: Record<string, string> = {}) {
  const { program, address, admin } = await startMarquee({
    RENDER_TIMEOUT: '20s',
    // By chance, some visits would load another file.
    WEB_VITALS_SAMPLE: '0',
    ...settings,
  });
  return {
    url: `http://${address}`,
    /** Returns the metrics, as Prometheus gets them. */
    metrics: async () => (await fetch(`http://${admin}/metrics`)).text(),
    /** Reloads the site from its folder. */
    reload: () => program.signal('SIGHUP'),
    // A graceful shutdown would wait for the browser's open connections.
    stop: () => program.stop('SIGKILL'),
  };
}

/** A fixture: a server with only these settings, for all tests of a worker. */
export function served(
  settings: Record<string, string> = {},
): [(none: object, use: (server: MarqueeServer) => Promise<void>) => Promise<void>, WorkerScope] {
  return [
    async ({}, use) => {
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ];
}

interface WorkerScope {
  scope: 'worker';
}

/** Returns the output of `marquee render`. */
export async function printPage(options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['render', ...options], {
    env: { DIST_DIR },
  });
  return stdout;
}
