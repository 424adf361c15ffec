/** The pairs of servers that README compares. */
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { type Duet, type DuetOptions, duet, type Member } from './duet.ts';
import { navigation } from './http.ts';
import type { Running } from './loads.ts';
import type { Pair } from './measure.ts';
import { marqueePage, nginx, serveAsFile } from './nginx.ts';
import { end, serverCore } from './processes.ts';
import { checkPage } from './reference-page.ts';
import { missing, serve, serverNamed } from './servers.ts';
import { asAgain, inTurns, pairsOf, steadyTurn } from './steady.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * Few connections for renders: those that are in flight at the end of a window count in the time and not in the
 * requests.
 */
const renderConnections = 2;
const cachedConnections = 64;
const encoding = navigation['accept-encoding'];

const shipped = renders('marquee-v8');
const published = renders('marquee-v8-published');
const quickjs = renders('marquee-quickjs');
const node = renders('node');
const bun = renders('bun');
const deno = renders('deno');

const cached = marquee(false);

const duets: Duet[] = [
  { id: 'cached-null', load: 'cached', over: cached, under: cached },
  { id: 'cached-nginx', load: 'cached', over: fileServer(false), under: cached },
  { id: 'logged-nginx', load: 'cached', over: fileServer(true), under: marquee(true) },
  { id: 'render-null', load: 'render', over: shipped, under: shipped },
  { id: 'shipped-node', load: 'render', over: node, under: shipped },
  { id: 'shipped-bun', load: 'render', over: bun, under: shipped },
  { id: 'shipped-deno', load: 'render', over: deno, under: shipped },
  { id: 'published-node', load: 'render', over: node, under: published },
  { id: 'published-bun', load: 'render', over: bun, under: published },
  { id: 'quickjs-node', load: 'render', over: node, under: quickjs },
];

/** Returns a server that renders each page, with one engine or process; fails if it sends another page. */
function renders(id: string): Member {
  const server = serverNamed(id);
  return {
    id,
    name: server.name,
    async start(cores) {
      const running = await serve(server, { page: 'uncached', engines: 1, cores });
      try {
        await checkPage(running);
        return running;
      } catch (error) {
        await end(running.child);
        throw error;
      }
    },
  };
}

const logFile = () => join(temporaryFolder(), 'access.log');

/** Returns Marquee with its page cache and one worker; an access log goes to a file. */
function marquee(isLogged: boolean): Member {
  const [id, name] = ['marquee-quickjs', 'Marquee'];
  return {
    id,
    name,
    start: (cores) =>
      serve(serverNamed(id), {
        engines: 1,
        cores,
        ...(isLogged && {
          env: { ACCESS_LOG: 'on' },
          stdio: ['ignore', 'ignore', openSync(logFile(), 'a')],
        }),
      }),
  };
}

/** Returns nginx with Marquee's response as a file, in the encoding that browsers get. */
function fileServer(isLogged: boolean): Member {
  return {
    ...nginx,
    start: async (core) =>
      serveAsFile(await marqueePage(encoding), encoding, {
        core,
        ...(isLogged && { accessLog: logFile() }),
      }),
  };
}

const isBuilt = (...rows: Member[]) => !missing.some(({ id }) => rows.some((row) => row.id === id));

/** The duets of servers that are built. */
export const builtDuets = duets.filter(({ over, under }) => isBuilt(over, under));

/** Returns how the servers of a duet are loaded. */
export const loadOf = ({ load }: Duet) =>
  load === 'cached'
    ? { connections: cachedConnections, encoding }
    : { connections: renderConnections };

/** Measures a duet. */
export function measureDuet(
  pair: Duet,
  options: Pick<DuetOptions, 'starts' | 'windows' | 'warmUp'>,
) {
  // A window of QuickJS has few requests, of which those in flight at its end would be a larger share.
  const seconds = pair.under === quickjs ? 2 : 1;
  return duet(pair, { ...options, seconds, ...loadOf(pair) });
}

interface SteadyOptions {
  rounds: number;
  /** Seconds of a turn that count. */
  seconds: number;
  /** Seconds of load before the first turn. */
  warmUp: number;
}

/** Measures the pairs of renders on V8 again, in turns of steady load, with a null pair of their own. */
export async function measureSteady({ rounds, seconds, warmUp }: SteadyOptions): Promise<Pair[]> {
  const again = asAgain(shipped);
  const rows = [shipped, published, node, bun, deno, again];
  if (!isBuilt(...rows)) return [];
  const started: (Member & { running: Running })[] = [];
  try {
    for (const row of rows) {
      const running = await row.start(serverCore);
      started.push({ ...row, running });
      await steadyTurn(running, renderConnections, warmUp);
    }
    const values = await inTurns(started, rounds, ({ running }) =>
      steadyTurn(running, renderConnections, seconds),
    );
    const pairs = [
      { over: again, under: shipped },
      ...[node, bun, deno].map((over) => ({ over, under: shipped })),
      ...[node, bun].map((over) => ({ over, under: published })),
    ];
    return pairsOf(values, pairs, { method: 'turns', load: 'render', figure: 'cpu' });
  } finally {
    for (const { running } of started) await end(running.child);
  }
}
