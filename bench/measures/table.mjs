import { loadAndCount } from '../loads.mjs';
import { tableDist } from '../prepare.mjs';
import { serve, serversNamed } from '../servers.mjs';
import { inTurnsWhileRunning } from '../turns.mjs';

export const id = 'table';
export const title = 'Table of 1,000 rows';

const columns = [
  { key: 'rate', title: 'Tables/s', digits: 1 },
  { key: 'processor', title: 'Processor time a table, ms', digits: 3 },
];

const connections = 8;

export async function measure({ rounds, seconds, warmUp }) {
  const rows = serversNamed('marquee-quickjs', 'marquee-v8', 'node').map((server) => ({
    ...server,
    serve: () => serve(server, { page: 'anew', engines: 1, distFolder: tableDist }),
  }));
  const measured = await inTurnsWhileRunning(rows, rounds, (running) =>
    loadAndCount(running, { connections, seconds, warmUp }),
  );
  return {
    note:
      'Two columns of UUIDs, rendered anew and streamed; one bundle, built as Marquee builds its ' +
      `own. wrk with ${connections} connections, one engine each.`,
    tables: [{ id: 'rows', columns, rows: measured }],
  };
}
