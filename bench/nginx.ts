/** nginx as a static file server. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { fetchKeptAlive, firstPage, type RawResponse } from './http.ts';
import { end, serverCore, start } from './processes.ts';
import { serve, serverNamed } from './servers.ts';
import { temporaryFolder } from './temporary.ts';

/** The row of nginx. */
export const nginx = { id: 'nginx', name: 'nginx, static file' };

/** Headers that nginx sends itself. */
const own = ['connection', 'date', 'content-length', 'content-type', 'etag'];
/** Omitted for `server` and `connection`, which nginx always sends, so that the number is the same. */
const exchanged = ['x-request-id', 'cache-status'];

interface Site {
  /** Directives of the main context. */
  main?: string;
  /** Directives for `/`. */
  location: string;
  /** The path of a log in the default format. */
  accessLog?: string | undefined;
  /** A command that runs nginx: one that pins it to `core` by default. */
  wrapper?: string[];
  core?: string;
  /** Any by default. */
  port?: number;
}

/** How nginx serves Marquee's page. */
type FileOptions = Omit<Site, 'location'>;

/** One worker, a cached file descriptor. */
const configuration = (folder: string, port: number, { main, location, accessLog }: Site) => `
worker_processes 1;
worker_rlimit_nofile 65536;
daemon off;
${main ?? ''}
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
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${folder}/www;
    max_ranges 0;
    location = / {
      ${location}
    }
  }
}`;

/** Starts nginx with a file `/page`. Resolves when it responds. */
async function startNginx(site: Site, page: Uint8Array) {
  const folder = temporaryFolder();
  const { port = await freePort(), core = serverCore, wrapper = ['taskset', '-c', core] } = site;
  // nginx's worker runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www/page'), page);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, site));
  const command = ['nginx', '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const [program = '', ...args] = [...wrapper, ...command];
  const child = start(program, args);
  const url = `http://127.0.0.1:${port}/`;
  try {
    // The body may be compressed.
    const first = await firstPage(url, child, ({ status }) => status < 300);
    return { server: nginx, child, url, first };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Fetches the page of Marquee in this encoding. */
export async function marqueePage(encoding: string) {
  const { child, url } = await serve(serverNamed('marquee-quickjs'));
  try {
    return await fetchKeptAlive(url, encoding);
  } finally {
    await end(child);
  }
}

/** Starts nginx with a response of Marquee in this encoding, and checks that it sends the same. */
export async function serveAsFile(page: RawResponse, encoding: string, options: FileOptions = {}) {
  const location = ['try_files /page =404;', 'add_header last-modified "";', ...headersOf(page)];
  const running = await startNginx({ ...options, location: location.join('\n') }, page.body);
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
