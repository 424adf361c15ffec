/** The servers that are compared: how each is set up and started. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, serversNamed } from '../servers.ts';
import { temporaryFolder } from '../temporary.ts';

export const marqueeBinary = resolve(process.env.MARQUEE ?? 'target/release/marquee');

export const workFolder = resolve('target/bench/resilience');
export const site = join(workFolder, 'site');
export const loopingSite = join(workFolder, 'loop');
export const staticSite = join(workFolder, 'static');

export interface SubjectOptions {
  page?: 'cached' | 'uncached';
  /** Whether the page at `pages.loop` never ends. */
  loops?: boolean;
}

export interface Subject {
  id: string;
  name: string;
  /** How it is set up, for the report. */
  setup: string;
  /** The paths of a cached page, of one rendered per request, and of one whose render can loop. */
  pages: { cached: string; uncached: string; loop?: string };
  healthPath: string;
  hasAdminListener?: boolean;
  start(options: SubjectOptions & { port: number; adminPort: number }): Command;
}

export const marquee: Subject = {
  id: 'marquee',
  name: 'Marquee',
  setup: 'defaults; health check `/readyz` on the admin listener.',
  pages: { cached: '/', uncached: '/', loop: '/?lang=ms' },
  healthPath: '/readyz',
  hasAdminListener: true,
  start: ({ port, adminPort, page, loops }) => ({
    command: marqueeBinary,
    args: [],
    env: {
      ACCESS_LOG: 'off',
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      DIST_DIR: loops ? loopingSite : site,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      PAGE_CACHE: page === 'uncached' ? 'off' : 'on',
    },
  }),
};

/** A peer of the benchmark. */
const peer = (options: Omit<Subject, 'start'>): Subject => ({
  ...options,
  start({ port, loops }) {
    const [server] = serversNamed(options.id);
    if (!server) throw new Error(`${options.id} is not built`);
    const { env, ...command } = server.start({ port });
    return { ...command, env: { ...env, ...(loops && { LOOP: '1' }) } };
  },
});

const next = peer({
  id: 'next',
  name: 'Next.js',
  setup: '`output: standalone`, one process; `/` is static. Its guide names no health check: `/`.',
  pages: { cached: '/', uncached: '/uncached', loop: '/loop' },
  healthPath: '/',
});

const rari = peer({
  id: 'rari',
  name: 'rari',
  setup:
    'the production server, one process; `/` is in its response cache. Health check `/_rari/health`.',
  pages: { cached: '/', uncached: '/uncached', loop: '/loop' },
  healthPath: '/_rari/health',
});

const nginx: Subject = {
  id: 'nginx',
  name: 'nginx',
  setup: "Marquee's page as a static file, the default number of workers; health check `/health`.",
  pages: { cached: '/', uncached: '/' },
  healthPath: '/health',
  start({ port }) {
    const folder = temporaryFolder();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, nginxConfiguration(folder, port));
    return { command: 'nginx', args: ['-c', file, '-e', 'stderr'] };
  },
};

function nginxConfiguration(folder: string, port: number) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `
user root;
worker_processes auto;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 16384; }
worker_rlimit_nofile 20000;
http {
  access_log off;
  types { text/html html; }
  ${temporary}
  gzip on;
  server {
    listen 127.0.0.1:${port};
    root ${staticSite};
    location = /health { return 200; }
    location / { index index.html; }
  }
}
`;
}

export const subjects = [marquee, next, rari, nginx];
