/** The servers that are compared: how each is set up and started. */
import { join } from 'node:path';
import { navigation } from '../http.ts';
import type { Running } from '../loads.ts';
import type { Row } from '../measure.ts';
import { marqueePage, serveAsFile } from '../nginx.ts';
import { end } from '../processes.ts';
import { folder, type ServeOptions, type Server, serve, serversNamed } from '../servers.ts';

export const workFolder = join(folder, 'resilience');
export const site = join(workFolder, 'site');
export const loopingSite = join(workFolder, 'loop');
export const marqueeProgram = join(folder, 'marquee-quickjs');

export interface Subject extends Row {
  /** How it is set up, for the report. */
  setup: string;
  /** Paths of a page that is rendered for each request, and of one whose render can loop. */
  pages: { uncached: string; loop?: string };
  /** Starts it for its `cached` or its `uncached` page, and waits for that. */
  serve(options?: ServeOptions): Promise<Running>;
}

const acceptEncoding = navigation['accept-encoding'];
let page: ReturnType<typeof marqueePage> | undefined;

function serverNamed(id: string): Server {
  const [server] = serversNamed(id);
  if (server) return server;
  throw new Error(`${id} is not built: run \`make resilience\``);
}

export const subjects: Subject[] = [
  {
    id: 'marquee',
    name: 'Marquee',
    setup: 'QuickJS, and the defaults.',
    pages: { uncached: '/', loop: '/?lang=ms' },
    serve: (options) => serve(serverNamed('marquee-quickjs'), { distFolder: site, ...options }),
  },
  {
    id: 'next',
    name: 'Next.js',
    setup: '`output: standalone`, one process; its cached page is static.',
    pages: { uncached: '/uncached', loop: '/loop' },
    serve: (options) => serve(serverNamed('next'), options),
  },
  {
    id: 'rari',
    name: 'rari',
    setup: 'the production server, one process; its cached page is in its response cache.',
    pages: { uncached: '/uncached', loop: '/loop' },
    serve: (options) => serve(serverNamed('rari'), options),
  },
  {
    id: 'nginx',
    name: 'nginx',
    setup: "Marquee's response as a static file, one worker.",
    pages: { uncached: '/' },
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
