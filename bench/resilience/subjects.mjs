/** The servers that are compared: how each is set up, started, stopped and reloaded. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serversNamed } from '../servers.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { folderOf } from './folders.mjs';

export const marqueeBinary = resolve(process.env.MARQUEE ?? 'target/release/marquee');

const marquee = {
  id: 'marquee',
  name: 'Marquee',
  setup:
    'defaults; health check `/readyz` on the admin listener; SIGTERM. It fetches the links of the content ' +
    'service every 10 s in the background. A new build is unpacked beside the old one, or its files are added, ' +
    'and SIGHUP reloads.',
  pages: { cached: '/', uncached: '/', content: '/' },
  healthPath: '/readyz',
  hasAdminListener: true,
  stopSignal: 'SIGTERM',
  staticFolders: (build) => [join(folderOf('marquee', build), 'public/assets')],
  reloads: true,
  /** Running instances reload to serve files that were added. */
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

const next = {
  id: 'next',
  name: 'Next.js',
  setup:
    '`output: standalone`, its own handling of SIGTERM, one process; `/` is static, the page with the link is ' +
    'regenerated every 10 s (ISR). Its guide names no health check: `/`.',
  pages: { cached: '/', uncached: '/uncached', content: '/links/home' },
  healthPath: '/',
  stopSignal: 'SIGTERM',
  staticFolders: (build) => [join(folderOf('next', build), 'bench/peers/next/.next/static')],
  start: ({ port, build = 'a', env }) => {
    const [server] = serversNamed('next');
    const { command, env: own } = server.start({ port });
    const cwd = join(folderOf('next', build), 'bench/peers/next');
    return { command, args: ['server.js'], cwd, env: { ...own, ...env } };
  },
};

const rari = {
  id: 'rari',
  name: 'rari',
  setup:
    'the production server, one process; `/` is in its response cache, the page with the link for 10 s, and stale ' +
    'for a day. Health check `/_rari/health`; SIGTERM.',
  pages: { cached: '/', uncached: '/uncached', content: '/links' },
  healthPath: '/_rari/health',
  stopSignal: 'SIGTERM',
  staticFolders: (build) =>
    ['assets', 'client'].map((name) => join(folderOf('rari', build), 'dist', name)),
  start: ({ port, build = 'a', env }) => {
    const [server] = serversNamed('rari');
    const { command, args, env: own } = server.start({ port });
    return { command, args, cwd: folderOf('rari', build), env: { ...own, ...env } };
  },
};

const nginx = {
  id: 'nginx',
  name: 'nginx',
  setup:
    "Marquee's page as a static file, the default number of workers; health check `/health`; SIGQUIT, the signal of " +
    'its image.',
  pages: { cached: '/', uncached: '/' },
  healthPath: '/health',
  stopSignal: 'SIGQUIT',
  reloads: true,
  staticFolders: (build) => [join(folderOf('nginx', build), 'assets')],
  start: ({ port, build = 'a', dist, bytesPerSecond = 0 }) => {
    const folder = temporaryFolder();
    const file = join(folder, 'nginx.conf');
    const root = dist ?? folderOf('nginx', build);
    writeFileSync(file, nginxConfiguration(folder, { port, root, bytesPerSecond }));
    return { command: 'nginx', args: ['-c', file, '-e', 'stderr'] };
  },
};

function nginxConfiguration(folder, { port, root, bytesPerSecond }) {
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
    limit_rate ${bytesPerSecond};
    location = /health { return 200; }
    location / { index index.html; }
  }
}
`;
}

export const subjects = [marquee, next, rari, nginx];
