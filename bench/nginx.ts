/** nginx, serving a page of Marquee as a static file. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { fetchKeptAlive, firstPage, type RawResponse } from './http.ts';
import { end, start } from './processes.ts';
import { temporaryFolder } from './temporary.ts';

export const nginx = { id: 'nginx', name: 'nginx, static file' };

/** Headers that nginx sends itself. */
const own = ['connection', 'date', 'content-length', 'content-type', 'etag'];
/** Omitted for `server` and `connection`, which nginx always sends, so that the number is the same. */
const exchanged = ['x-request-id', 'cache-status'];

interface Site {
  folder: string;
  port: number;
  page: RawResponse;
  /** The path of a log in the default format. */
  accessLog?: string | undefined;
}

/** One worker, a cached file descriptor, the headers of the page. */
function configuration({ folder, port, page: { headers }, accessLog = 'off' }: Site) {
  const added = Object.entries(headers)
    .filter(([name]) => !own.includes(name) && !exchanged.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}" always;`);
  return `
worker_processes 1;
worker_rlimit_nofile 65536;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log ${accessLog};
  server_tokens off;
  sendfile on;
  tcp_nopush on;
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
      try_files /page =404;
      add_header last-modified "";
      ${added.join('\n')}
    }
  }
}`;
}

/** Starts nginx with Marquee's page in this encoding, and checks that it sends the same response. */
export async function serveAsFile(
  marqueeUrl: string,
  encoding: string,
  { cores, accessLog }: Pick<Site, 'accessLog'> & { cores: string },
) {
  const page = await fetchKeptAlive(marqueeUrl, encoding);
  const folder = temporaryFolder();
  const port = await freePort();
  // nginx's worker runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www/page'), page.body);
  writeFileSync(join(folder, 'nginx.conf'), configuration({ folder, port, page, accessLog }));
  const child = start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { cores });
  const url = `http://127.0.0.1:${port}/`;
  try {
    // The body may be compressed.
    await firstPage(url, child, ({ status }) => status === 200);
    const sent = await fetchKeptAlive(url, encoding);
    if (!sent.body.equals(page.body)) throw new Error('nginx sends a different body');
    if (sent.headerCount !== page.headerCount) {
      throw new Error(`nginx sends ${sent.headerCount} headers, Marquee ${page.headerCount}`);
    }
    return { server: nginx, child, url, first: sent };
  } catch (error) {
    await end(child);
    throw error;
  }
}
