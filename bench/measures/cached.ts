import { openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { navigation } from '../http.ts';
import { load, type Running, resumption, warmedUp } from '../loads.ts';
import type { MeasuredRow, Measurement, MeasureOptions, Row } from '../measure.ts';
import { ceiling, marqueePage, nginx, serveAsFile, serveNothing } from '../nginx.ts';
import { otherCores, serverCore } from '../processes.ts';
import { asAgain, marquees, type Server, serve, serversNamed } from '../servers.ts';
import { median } from '../statistics.ts';
import { temporaryFolder } from '../temporary.ts';
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
const encoding = navigation['accept-encoding'];

const connections = 64;

/** Starts a server with one worker, which appends to a log if there is one: for Marquee, its standard error. */
const start = (server: Server, log: string | undefined) =>
  serve(server, {
    page: 'cached',
    cores: serverCore,
    engines: 1,
    ...(log && { env: { ACCESS_LOG: 'on' }, stdio: ['ignore', 'ignore', openSync(log, 'a')] }),
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

/** Measures all servers, or with access logs those that write one by default. */
async function measureTable(isLogged: boolean, { warmUp, rounds, seconds }: MeasureOptions) {
  const options = { connections, encoding, cores: otherCores };
  const row = (server: Row, startServer: (log: string | undefined) => Promise<Running>) => ({
    ...server,
    async serve() {
      const log = isLogged ? join(temporaryFolder(), 'access.log') : undefined;
      return { log, ...(await warmedUp(startServer(log), { ...options, warmUp })) };
    },
  });
  const rows = [
    ...[...marquees, ...marquees.slice(-1).map(asAgain)].map((server) =>
      row(server, (log) => start(server, log)),
    ),
    row(nginx, async (log) =>
      serveAsFile(await marqueePage(encoding), encoding, { accessLog: log }),
    ),
    ...(isLogged
      ? []
      : [
          ...serversNamed('next', 'rari').map((server) =>
            row(server, () => start(server, undefined)),
          ),
          row(ceiling, serveNothing),
        ]),
  ];
  const measured = await inTurnsWhileRunning(rows, rounds, async ({ url, log }) => {
    await load(url, { ...options, seconds: resumption });
    if (log) truncateSync(log);
    const { requests, rate, p99 } = await load(url, { ...options, seconds });
    return { rate, p99, ...(log && { logged: (linesOf(log) / requests) * 100 }) };
  });
  return marked(measured);
}

function linesOf(log: string) {
  let lines = 0;
  const text = readFileSync(log);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines;
}

export async function measure(options: MeasureOptions): Promise<Measurement> {
  return {
    note:
      'The server has one core and one worker, the load generator (wrk, one thread) the others, in ' +
      `turns of ${options.seconds} s, after ${resumption} s that do not count. nginx ` +
      `sends the same bytes as a static file, with as many headers. Browsers accept ${encoding}: ` +
      'Marquee and nginx send precompressed Brotli, Next.js compresses each response. Access logs ' +
      "are written to files, by each server's defaults: JSON, and nginx's `combined`.",
    tables: [
      {
        id: 'browsers-64',
        title: `Compressed, ${connections} connections`,
        columns,
        rows: await measureTable(false, options),
      },
      {
        id: 'logged-64',
        title: `Compressed, ${connections} connections, with access logs`,
        columns: [...columns, logColumn],
        rows: await measureTable(true, options),
      },
    ],
  };
}
