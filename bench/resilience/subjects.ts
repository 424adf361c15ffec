/** The servers that are compared: how each is set up, started, stopped and reloaded. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, serversNamed } from '../servers.ts';
import { temporaryFolder } from '../temporary.ts';
import { folderOf } from './folders.ts';

export const marqueeBinary = resolve(process.env.MARQUEE ?? 'target/release/marquee');

export interface SubjectOptions {
  /** The build to serve: `a` by default. */
  build?: string;
  page?: 'cached' | 'uncached';
  /** Another folder than that of the build. */
  dist?: string;
  env?: Record<string, string>;
}

export interface Subject {
  id: string;
  name: string;
  /** How it is set up, for the report. */
  setup: string;
  /**
   * The paths of a cached page, of one rendered per request, of one with the link of the content service, and of one
   * whose render never ends: in `loopBuild`, or with the variable `LOOP`.
   */
  pages: { cached: string; uncached: string; content?: string; loop?: string };
  loopBuild?: string;
  healthPath: string;
  hasAdminListener?: boolean;
  stopSignal: NodeJS.Signals;
  /** The folders of scripts and style sheets in a build; the first one has the style sheets. */
  staticFolders: [string, ...string[]];
  /** Running instances reload to serve files that were added. */
  holdsFiles?: boolean;
  start(options: SubjectOptions & { port: number; adminPort: number }): Command;
}

export const marquee: Subject = {
  id: 'marquee',
  name: 'Marquee',
  setup:
    'defaults; health check `/readyz` on the admin listener; SIGTERM. It fetches the links of the content ' +
    'service every 10 s in the background. A new build is unpacked beside the old one, or its files are added, ' +
    'and SIGHUP reloads.',
  pages: { cached: '/', uncached: '/', content: '/', loop: '/?lang=ms' },
  loopBuild: 'loop',
  healthPath: '/readyz',
  hasAdminListener: true,
  stopSignal: 'SIGTERM',
  staticFolders: ['public/assets'],
  holdsFiles: true,
  start: ({ port, adminPort, build = 'a', page, dist, env }) => ({
    command: marqueeBinary,
    args: [],
    env: {
      ACCESS_LOG: 'off',
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      DIST_DIR: dist ?? folderOf('marquee', build),
      LISTEN_ADDR: `127.0.0.1:${port}`,
      PAGE_CACHE: page === 'uncached' ? 'off' : 'on',
      ...env,
    },
  }),
};

/** Returns how a peer of the benchmark is started. */
function peerCommand(id: string, port: number) {
  const [server] = serversNamed(id);
  if (!server) throw new Error(`${id} is not built`);
  return server.start({ port });
}

const next: Subject = {
  id: 'next',
  name: 'Next.js',
  setup:
    '`output: standalone`, its own handling of SIGTERM, one process; `/` is static, the page with the link is ' +
    'regenerated every 10 s (ISR). Its guide names no health check: `/`.',
  pages: { cached: '/', uncached: '/uncached', content: '/links/home', loop: '/loop' },
  healthPath: '/',
  stopSignal: 'SIGTERM',
  staticFolders: ['bench/peers/next/.next/static'],
  start: ({ port, build = 'a', env }) => {
    const { command, env: own } = peerCommand('next', port);
    const cwd = join(folderOf('next', build), 'bench/peers/next');
    return { command, args: ['server.js'], cwd, env: { ...own, ...env } };
  },
};

const rari: Subject = {
  id: 'rari',
  name: 'rari',
  setup:
    'the production server, one process; `/` is in its response cache, the page with the link for 10 s, and stale ' +
    'for a day. Health check `/_rari/health`; SIGTERM.',
  pages: { cached: '/', uncached: '/uncached', content: '/links', loop: '/loop' },
  healthPath: '/_rari/health',
  stopSignal: 'SIGTERM',
  staticFolders: ['dist/assets', 'dist/client'],
  start: ({ port, build = 'a', env }) => {
    const { command, args, env: own } = peerCommand('rari', port);
    return { command, args, cwd: folderOf('rari', build), env: { ...own, ...env } };
  },
};

const nginx: Subject = {
  id: 'nginx',
  name: 'nginx',
  setup:
    "Marquee's page as a static file, the default number of workers; health check `/health`; SIGQUIT, the signal of " +
    'its image.',
  pages: { cached: '/', uncached: '/' },
  healthPath: '/health',
  stopSignal: 'SIGQUIT',
  staticFolders: ['assets'],
  start: ({ port, build = 'a', dist }) => {
    const folder = temporaryFolder();
    const file = join(folder, 'nginx.conf');
    const root = dist ?? folderOf('nginx', build);
    writeFileSync(file, nginxConfiguration(folder, { port, root }));
    return { command: 'nginx', args: ['-c', file, '-e', 'stderr'] };
  },
};

function nginxConfiguration(folder: string, { port, root }: { port: number; root: string }) {
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
  types { text/html html; text/css css; application/javascript js; image/svg+xml svg; image/png png; }
  ${temporary}
  gzip on;
  gzip_static on;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location = /health { return 200; }
    location / { index index.html; }
  }
}
`;
}

export const subjects = [marquee, next, rari, nginx];
