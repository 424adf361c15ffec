/**
 * A cached page beside nginx with the same bytes and the same headers: requests
 * a second and 99th percentile, one worker each on one core, the load generator
 * on the others, taking turns.
 *
 *     node bench/cached-page.mjs [rounds]   (after `make build`; five by default)
 *
 * Needs nginx, wrk and taskset.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, median } from './support.mjs';

const rounds = Number(process.argv[2] ?? 5);
const connections = [64, 1024];
const seconds = 5;
/** The server's core; the load generator has the others. */
const core = 0;
const otherCores = `1-${Math.max(1, availableParallelism() - 1)}`;

function start(command, args, options = {}) {
  return spawn('taskset', ['-c', String(core), command, ...args], { stdio: 'ignore', ...options });
}

/** The whole answer, its body as it was sent. */
function fetchRaw(port) {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });
}

async function serving(port) {
  for (;;) {
    try {
      return await fetchRaw(port);
    } catch {
      await pause(10);
    }
  }
}

/** One worker, the file kept open, the page's own headers. */
function nginxConfiguration(folder, port, { headers }) {
  const own = ['connection', 'date', 'content-length', 'content-type', 'etag'];
  const added = Object.entries(headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}" always;`);
  return `
worker_processes 1;
worker_rlimit_nofile 65536;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 16384; }
http {
  access_log off;
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
    location = / {
      try_files /page =404;
      ${added.join('\n')}
    }
  }
}`;
}

/** Requests a second, and the 99th percentile of their time in milliseconds. */
function load(port, count) {
  const args = ['-c', otherCores, 'wrk', '-t1', `-c${count}`, `-d${seconds}s`, '--latency'];
  args.push('-H', 'Accept-Encoding: br', `http://127.0.0.1:${port}/`);
  return new Promise((resolve, reject) => {
    const wrk = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let report = '';
    wrk.stdout.on('data', (text) => {
      report += text;
    });
    wrk.on('error', reject);
    wrk.on('close', () => {
      if (/Non-2xx|Socket errors/.test(report)) reject(new Error(report));
      const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]);
      const [, value, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(report);
      resolve({ rate, p99: Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit] });
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
const [port, nginxPort] = [await freePort(), await freePort()];
const marquee = start(process.env.MARQUEE ?? 'target/release/marquee', [], {
  env: {
    ACCESS_LOG: 'off',
    LISTEN_ADDR: `127.0.0.1:${port}`,
    ADMIN_ADDR: '127.0.0.1:0',
    WORKERS: '1',
    RENDER_THREADS: '1',
  },
});
const page = await serving(port);
// nginx's worker is another user.
chmodSync(folder, 0o755);
mkdirSync(join(folder, 'www'));
writeFileSync(join(folder, 'www/page'), page.body);
writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(folder, nginxPort, page));
const nginx = start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
try {
  const ended = once(nginx, 'exit').then(() => {
    throw new Error('nginx does not start');
  });
  // At the end it is told to.
  ended.catch(() => {});
  const peer = await Promise.race([serving(nginxPort), ended]);
  if (!peer.body.equals(page.body)) throw new Error('nginx sends other bytes');
  const missing = Object.keys(page.headers).filter((name) => !(name in peer.headers));
  if (missing.length > 0) throw new Error(`nginx sends no ${missing}`);
  console.log(`${page.body.length} B of brotli, ${Object.keys(page.headers).length} headers`);
  for (const count of connections) {
    const figures = { marquee: [], nginx: [] };
    for (let round = 0; round < rounds; round += 1) {
      figures.marquee.push(await load(port, count));
      figures.nginx.push(await load(nginxPort, count));
    }
    const ratios = figures.marquee.map(({ rate }, i) => rate / figures.nginx[i].rate);
    for (const [name, all] of Object.entries(figures)) {
      const [rate, p99] = ['rate', 'p99'].map((key) => median(all.map((figure) => figure[key])));
      console.log(
        `${count} connections, ${name}: ${rate.toFixed(0)} requests/s, p99 ${p99.toFixed(2)} ms`,
      );
    }
    console.log(`${count} connections: marquee / nginx = ${median(ratios).toFixed(2)}`);
  }
} finally {
  nginx.kill();
  marquee.kill();
  rmSync(folder, { recursive: true });
}
