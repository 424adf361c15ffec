/** How each server is started; `engines` is the number of threads or processes that render. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { messageOf } from './errors.ts';
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

const programs = resolve('bench/peers/bundle/node_modules');
interface Command extends Pick<StartOptions, 'env'> {
  command: string;
  args: string[];
}

type Page = 'cached' | 'uncached';

interface ServerOptions {
  engines?: number | undefined;
  /** The build that Marquee, Node, Deno and Bun serve. */
  distFolder?: string;
  /** Further variables of Marquee. */
  env?: Record<string, string>;
}

export interface Server extends Row {
  /** A program or file without which it cannot be started. */
  needs: string;
  start(options: ServerOptions & { port: number; page?: Page }): Command;
}

/** The runtimes' programs. */
export const node = join(programs, `node-linux-${process.arch}/bin/node`);
export const deno = join(programs, `@deno/linux-${process.arch}-glibc/deno`);
export const bun = join(
  programs,
  `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : process.arch}/bin/bun`,
);

function marquee(id: string, name: string, { program = id, ownDist = dist } = {}): Server {
  const command = join(folder, program);
  return {
    id,
    name,
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

/** The end of the id of Marquee with React as published. */
const published = '-published';

/** React as published on a runtime: its own HTTP server and React's streaming API for it, in one process. */
const reactServer = (id: string, name: string, needs: string, ...args: string[]): Server => ({
  id,
  name,
  needs,
  start: ({ port, distFolder = dist }) => ({
    command: needs,
    args: [...args, join(reactServers, `${id}.mjs`)],
    env: { NODE_ENV: 'production', DIST_DIR: distFolder, PORT: String(port) },
  }),
});

const isBuilt = ({ needs }: Server) => existsSync(needs);

const known = [
  marquee('marquee-quickjs', 'Marquee, QuickJS'),
  marquee('marquee-v8', 'Marquee, V8'),
  marquee(`marquee-v8${published}`, 'Marquee, V8, React as published', {
    program: 'marquee-v8',
    ownDist: publishedDist,
  }),
  reactServer('node', 'Node 24', node),
  reactServer('deno', 'Deno', deno, 'run', '--allow-all'),
  reactServer('bun', 'Bun', bun),
];

/** The servers that are left out. */
export const missing = known.filter((server) => !isBuilt(server));

/** Returns a server by its id, built or not. */
export function serverNamed(id: string) {
  const server = known.find((one) => one.id === id);
  if (!server) throw new Error(`no server is named ${id}`);
  return server;
}

/** Marquee on each engine that is built. */
export const marquees = known
  .filter(({ id }) => ['marquee-quickjs', 'marquee-v8'].includes(id))
  .filter(isBuilt);

/** What a user would pick. */
export const servers = known.filter(({ id }) => !id.endsWith(published)).filter(isBuilt);

export interface ServeOptions extends ServerOptions, Pick<StartOptions, 'cores' | 'stdio'> {
  page?: Page;
  /** Any by default. */
  port?: number;
  /** A command that runs the server's. */
  wrapper?: string[];
}

/** Starts a server, with or without a page cache if it has one, and waits for it: `startTime` milliseconds. */
export async function serve(
  server: Server,
  { page = 'cached', cores, stdio, port: chosenPort, wrapper = [], ...options }: ServeOptions = {},
): Promise<Running & { startTime: number }> {
  const port = chosenPort ?? (await freePort());
  const { command, args, env } = server.start({ port, page, ...options });
  const url = `http://127.0.0.1:${port}/`;
  const started = performance.now();
  const [program = command, ...rest] = [...wrapper, command, ...args];
  const child = start(program, rest, { env, cores, stdio });
  try {
    const first = await firstPage(url, child);
    return { server, child, url, first, startTime: performance.now() - started };
  } catch (error) {
    await end(child);
    throw new Error(`${server.name}: ${messageOf(error)}`);
  }
}
