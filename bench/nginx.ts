/**
 * nginx as a static file server, as a cache in front of Node, as a proxy for HTTPS, and as what the load generator
 * can load at most.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { fetchKeptAlive, firstPage, type RawResponse } from './http.ts';
import type { Row } from './measure.ts';
import { end, serverCore, start } from './processes.ts';
import { marquees, type Page, type Server, serve, serversNamed } from './servers.ts';
import { temporaryFolder } from './temporary.ts';

export const nginx = { id: 'nginx', name: 'nginx, static file' };
export const proxyCache = { id: 'proxy-cache', name: "Node 20 behind nginx's proxy_cache" };
/** The least that a server can do for a request. */
export const ceiling = {
  id: 'ceiling',
  name: 'nginx, empty response: the ceiling of the load generator',
};

/** Headers that nginx sends itself. */
const own = ['connection', 'date', 'content-length', 'content-type', 'etag'];
/** Omitted for `server` and `connection`, which nginx always sends, so that the number is the same. */
const exchanged = ['x-request-id', 'cache-status'];

interface Site {
  /** Returns directives of the block `http`, by the folder that nginx may write. */
  http?: (folder: string) => string;
  /** Directives for `/`. */
  location: string;
  /** The path of a log in the default format. */
  accessLog?: string | undefined;
}

/** One worker, a cached file descriptor. */
const configuration = (
  folder: string,
  [port, tlsPort]: [number, number],
  { http, location, accessLog }: Site,
) => `
worker_processes 1;
worker_rlimit_nofile 65536;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log ${accessLog ?? 'off'};
  server_tokens off;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  default_type "text/html; charset=utf-8";
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${http?.(folder) ?? ''}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    listen 127.0.0.1:${tlsPort} ssl http2 backlog=4096;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    root ${folder}/www;
    max_ranges 0;
    location = / {
      ${location}
    }
  }
}`;

/** Creates a certificate that no client verifies. */
function createCertificate(folder: string) {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const options = ['req', '-x509', ...key, '-subj', '/CN=localhost', ...files];
  execFileSync('openssl', options, { stdio: 'ignore' });
}

/** Starts nginx on the server's core, with a file `/page`. Resolves when it responds. */
async function startNginx(server: Row, site: Site, page: Uint8Array = Buffer.of()) {
  const folder = temporaryFolder();
  const [port, tlsPort] = [await freePort(), await freePort()];
  // nginx's worker runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www/page'), page);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, [port, tlsPort], site));
  createCertificate(folder);
  const options = { cores: serverCore };
  const child = start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], options);
  const url = `http://127.0.0.1:${port}/`;
  try {
    // The body may be compressed, or empty.
    const first = await firstPage(url, child, ({ status }) => status < 300);
    return { server, child, url, secureUrl: `https://127.0.0.1:${tlsPort}/`, first };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function marqueePage(encoding: string) {
  const [marquee] = marquees;
  if (!marquee) throw new Error('Marquee is not built');
  const { child, url } = await serve(marquee);
  try {
    return await fetchKeptAlive(url, encoding);
  } finally {
    await end(child);
  }
}

/** Starts nginx with Marquee's page in this encoding, and checks that it sends the same response. */
export async function serveAsFile(encoding: string, accessLog?: string) {
  const page = await marqueePage(encoding);
  const location = ['try_files /page =404;', 'add_header last-modified "";', ...headersOf(page)];
  if (encoding === 'identity') location.push(largeFile);
  const running = await startNginx(nginx, { location: location.join('\n'), accessLog }, page.body);
  try {
    const sent = await fetchKeptAlive(running.url, encoding);
    if (!sent.body.equals(page.body)) throw new Error('nginx sends a different body');
    if (sent.headerCount !== page.headerCount) {
      throw new Error(`nginx sends ${sent.headerCount} headers, Marquee ${page.headerCount}`);
    }
    return running;
  } catch (error) {
    await end(running.child);
    throw error;
  }
}

const headersOf = ({ headers }: RawResponse) =>
  Object.entries(headers)
    .filter(([name]) => !own.includes(name) && !exchanged.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}" always;`);

/** Starts a server, and nginx in front of it on the same core; `site` is given the server's origin. */
async function serveBehind(row: Row, server: Server, page: Page, site: (origin: string) => Site) {
  const { child, url } = await serve(server, { page, cores: serverCore, engines: 1 });
  const running = await startNginx(row, site(new URL(url).origin));
  running.child.once('exit', () => end(child));
  return running;
}

/** Starts nginx as a cache in front of React as published on Node, which does not compress: nginx does. */
export async function serveFromProxyCache() {
  const [node] = serversNamed('node');
  if (!node) throw new Error('the server of React for Node is not built');
  return serveBehind(proxyCache, node, 'uncached', (origin) => ({
    http: (folder) => `proxy_cache_path ${folder}/cache keys_zone=pages:1m;`,
    location: `proxy_pass ${origin}; proxy_cache pages; proxy_cache_valid 200 1h; ${largeFile} ${compressed}`,
  }));
}

/** Sends a fifth more of files of 36 KB, and less of those of 6 KB. */
const largeFile = 'sendfile on; tcp_nopush on;';

const compressed = 'gzip on; gzip_proxied any;';

/** Starts nginx as a proxy for HTTPS, with connections to the server that it keeps. */
export function serveOverHttps(server: Server, page: Page) {
  return serveBehind(server, server, page, (origin) => ({
    http: () => `upstream app { server ${new URL(origin).host}; keepalive 64; }`,
    location: `proxy_pass http://app; proxy_http_version 1.1; proxy_set_header connection ""; ${compressed}`,
  }));
}

/** Starts nginx with a response that has no body. */
export const serveNothing = () => startNginx(ceiling, { location: 'return 204;' });
