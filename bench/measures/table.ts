import { loadAndCount, warmedUp } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { tableDist } from '../prepare.ts';
import { marquees, type ServeOptions, serve, serversNamed } from '../servers.ts';
import { inTurnsWhileRunning, shortTurn, shortTurns } from '../turns.ts';

export const id = 'table';
export const title = 'Table of 1,000 rows';

const columns = [
  { key: 'rate', title: 'Tables/s', digits: 1 },
  { key: 'cpu', title: 'CPU time a table, ms', digits: 3 },
];

const connections = 8;

const options: ServeOptions = { page: 'uncached', engines: 1, distFolder: tableDist };

export async function measure({ warmUp, ...lengths }: MeasureOptions) {
  const rows = [...marquees, ...serversNamed('bundle-node')].map((server) => ({
    ...server,
    serve: () => warmedUp(serve(server, options), { connections, warmUp }),
  }));
  const measured = await inTurnsWhileRunning(rows, shortTurns(lengths), (running) =>
    loadAndCount(running, { connections, seconds: shortTurn }),
  );
  return {
    note:
      'Two columns of UUIDs, rendered for each request and streamed; one bundle, built like ' +
      `Marquee's own. wrk with ${connections} connections, one engine each.`,
    tables: [{ id: 'rows', columns, rows: measured }],
  };
}
