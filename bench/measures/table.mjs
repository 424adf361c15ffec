import { loadAndCount, warmedUp } from '../loads.mjs';
import { tableDist } from '../prepare.mjs';
import { serve, serversNamed } from '../servers.mjs';
import { inTurnsWhileRunning, shortTurn, shortTurns } from '../turns.mjs';

export const id = 'table';
export const title = 'Table of 1,000 rows';

const columns = [
  { key: 'rate', title: 'Tables/s', digits: 1 },
  { key: 'processor', title: 'Processor time a table, ms', digits: 3 },
];

const connections = 8;

export async function measure(lengths) {
  const rows = serversNamed('marquee-quickjs', 'marquee-v8', 'node').map((server) => ({
    ...server,
    serve: async () =>
      warmedUp(await serve(server, { page: 'anew', engines: 1, distFolder: tableDist }), {
        connections,
        warmUp: lengths.warmUp,
      }),
  }));
  const measured = await inTurnsWhileRunning(rows, shortTurns(lengths), (running) =>
    loadAndCount(running, { connections, seconds: shortTurn }),
  );
  return {
    note:
      'Two columns of UUIDs, rendered anew and streamed; one bundle, built as Marquee builds its ' +
      `own. wrk with ${connections} connections, one engine each.`,
    tables: [{ id: 'rows', columns, rows: measured }],
  };
}
