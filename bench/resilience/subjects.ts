/** The servers that are compared: how each is set up and started. */
import { join } from 'node:path';
import { navigation } from '../http.ts';
import type { Running } from '../loads.ts';
import type { Row } from '../measure.ts';
import { marqueePage, serveAsFile } from '../nginx.ts';
import { end } from '../processes.ts';
import { folder, type ServeOptions, serve, serverNamed } from '../servers.ts';

export const workFolder = join(folder, 'resilience');
export const site = join(workFolder, 'site');
export const loopingSite = join(workFolder, 'loop');
export const marqueeProgram = join(folder, 'marquee-quickjs');

export interface Subject extends Row {
  /** How it is set up, for the report. */
  setup: string;
  /** Starts it for its `cached` or its `uncached` page, and waits for that. */
  serve(options?: ServeOptions): Promise<Running>;
}

const acceptEncoding = navigation['accept-encoding'];
let page: ReturnType<typeof marqueePage> | undefined;

/** All servers. */
export const subjects: Subject[] = [
  {
    id: 'marquee',
    name: 'Marquee',
    setup: 'QuickJS, and the defaults.',
    serve: (options) => serve(serverNamed('marquee-quickjs'), { distFolder: site, ...options }),
  },
  {
    id: 'node',
    name: 'Node 24',
    setup: 'React as published behind `node:http`, one process, which renders each page.',
    serve: (options) => serve(serverNamed('node'), options),
  },
  {
    id: 'nginx',
    name: 'nginx',
    setup: "Marquee's response as a static file, one worker.",
    async serve({ port, wrapper = [] } = {}) {
      // Not again at a restart, which would last longer.
      page ??= marqueePage(acceptEncoding);
      return serveAsFile(await page, acceptEncoding, { wrapper, ...(port && { port }) });
    },
  },
];

/** Runs a subject for as long as `use` takes. */
export async function withSubject<Result>(
  subject: Subject,
  options: ServeOptions,
  use: (running: Running) => Promise<Result>,
) {
  const running = await subject.serve(options);
  try {
    return await use(running);
  } finally {
    await end(running.child);
  }
}
