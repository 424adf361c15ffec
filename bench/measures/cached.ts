import { AccessLog } from '../access-log.ts';
import { navigation } from '../http.ts';
import { load, type Running, resumption, warmedUp } from '../loads.ts';
import type { MeasuredRow, Measurement, MeasureOptions, Row } from '../measure.ts';
import {
  ceiling,
  marqueePage,
  nginx,
  proxyCache,
  serveAsFile,
  serveFromProxyCache,
  serveNothing,
} from '../nginx.ts';
import { otherCores, serverCore } from '../processes.ts';
import { asAgain, marquees, type Server, serve, serversNamed } from '../servers.ts';
import { median } from '../statistics.ts';
import { inTurnsWhileRunning } from '../turns.ts';

export const id = 'cached';
export const title = 'Cached page';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 0 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
];

/** Shows whether a server drops lines when it is overloaded. */
const logColumn = { key: 'logged', title: 'Requests logged, %', digits: 0 };

/** The `Accept-Encoding` of browsers; each server chooses its preferred encoding. */
const browsers = navigation['accept-encoding'];

interface Case {
  id: string;
  label: string;
  encoding: string;
  connections: number;
  peers: string[];
  isLogged?: boolean;
}

const cases: Case[] = [
  {
    id: 'browsers-64',
    label: 'Compressed (Accept-Encoding of browsers)',
    encoding: browsers,
    connections: 64,
    peers: ['next', 'rari'],
  },
  {
    id: 'browsers-1024',
    label: 'Compressed (Accept-Encoding of browsers)',
    encoding: browsers,
    connections: 1024,
    peers: [],
  },
  {
    id: 'identity-64',
    label: 'Not compressed',
    encoding: 'identity',
    connections: 64,
    peers: ['next', 'rari'],
  },
  {
    id: 'logged-64',
    label: 'Compressed, with access logs',
    encoding: browsers,
    connections: 64,
    peers: [],
    isLogged: true,
  },
];

/** Starts a server with one worker, which logs to a file if there is one. */
const start = (server: Server, log: AccessLog | undefined) =>
  serve(server, {
    page: 'cached',
    cores: serverCore,
    engines: 1,
    // Marquee's log is its standard error.
    ...(log && { env: { ACCESS_LOG: 'on' }, stdio: ['ignore', 'ignore', log.open()] }),
  });

/** Share of the load generator's ceiling above which a rate may be that of the generator. */
const nearCeiling = 0.9;

/** Names the rows that may be limited by the load generator. */
function marked(rows: MeasuredRow[]) {
  const rateOf = ({ figures }: MeasuredRow) =>
    median((figures.rate ?? []).filter((rate) => !Number.isNaN(rate)));
  const most = rows.find(({ id }) => id === ceiling.id);
  if (!most) return rows;
  return rows.map((row) => {
    const isLimited = row !== most && rateOf(row) > nearCeiling * rateOf(most);
    return isLimited ? { ...row, name: `${row.name} (limited by the load generator)` } : row;
  });
}

export async function measure({ warmUp, rounds, seconds }: MeasureOptions) {
  const tables: Measurement['tables'] = [];
  for (const { id: tableId, label, encoding, connections, peers, isLogged } of cases) {
    const options = { connections, encoding, cores: otherCores };
    const row = (server: Row, startServer: (log: AccessLog | undefined) => Promise<Running>) => ({
      ...server,
      async serve() {
        const log = isLogged ? new AccessLog() : undefined;
        return { log, ...(await warmedUp(startServer(log), { ...options, warmUp })) };
      },
    });
    const servers = [...marquees, ...serversNamed(...peers)];
    const rows = [
      ...servers.map((server) => row(server, (log) => start(server, log))),
      ...marquees.slice(-1).map((server) => row(asAgain(server), (log) => start(server, log))),
      row(nginx, async (log) =>
        serveAsFile(await marqueePage(encoding), encoding, { accessLog: log?.path }),
      ),
      ...(peers.length > 0 ? [row(proxyCache, serveFromProxyCache)] : []),
      ...(isLogged ? [] : [row(ceiling, serveNothing)]),
    ];
    const measured = await inTurnsWhileRunning(rows, rounds, async ({ url, log }) => {
      await load(url, { ...options, seconds: resumption });
      log?.clear();
      const { requests, rate, p99 } = await load(url, { ...options, seconds });
      return { rate, p99, ...(log && { logged: (log.count() / requests) * 100 }) };
    });
    tables.push({
      id: tableId,
      title: `${label}, ${connections.toLocaleString('en')} connections`,
      columns: [...columns, ...(isLogged ? [logColumn] : [])],
      rows: marked(measured),
    });
  }
  return {
    note:
      'The server has one core and one worker, the load generator (wrk, one thread) the others, in ' +
      `turns of ${seconds} s, after ${resumption} s that do not count. nginx ` +
      'sends the same bytes as a static file, with as many headers, and with `sendfile` if they are not compressed. ' +
      `Browsers accept ${browsers}: ` +
      'Marquee and nginx send precompressed Brotli, Next.js compresses each response. Access logs ' +
      "are written to files, by each server's defaults: JSON, and nginx's `combined`.",
    tables,
  };
}
