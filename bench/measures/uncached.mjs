import { loadAndCount, warmedUp } from '../loads.mjs';
import { serve, servers, serversNamed } from '../servers.mjs';
import { inTurnsWhileRunning, shortTurn, shortTurns } from '../turns.mjs';

export const id = 'uncached';
export const title = 'Uncached render';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 1 },
  { key: 'cpu', title: 'CPU time a request, ms', digits: 3 },
];

const connections = 8;

/** The rows of these servers with this number of engines. */
const withEngines = (rendering, engines, suffix) =>
  rendering.map((server) => ({ id: server.id, name: `${server.name}${suffix}`, server, engines }));

const groups = [
  { id: 'one', title: 'One engine each', rows: withEngines(servers, 1, '') },
  {
    id: 'both',
    title: 'Several engines each',
    rows: [
      ...withEngines(serversNamed('marquee-quickjs', 'marquee-v8'), 2, ', 2 engines'),
      ...withEngines(serversNamed('node'), 2, ', 2 processes'),
      ...withEngines(serversNamed('rari'), 4, ', 4 engines'),
    ],
  },
];

export async function measure({ warmUp, ...lengths }) {
  const tables = [];
  for (const group of groups) {
    const rows = group.rows.map(({ server, engines, ...row }) => ({
      ...row,
      serve: () => warmedUp(serve(server, { page: 'uncached', engines }), { connections, warmUp }),
    }));
    tables.push({
      ...group,
      columns,
      rows: await inTurnsWhileRunning(rows, shortTurns(lengths), (running) =>
        loadAndCount(running, { connections, seconds: shortTurn }),
      ),
    });
  }
  return {
    note:
      `wrk with ${connections} connections, in turns of ${shortTurn} s. It shares the cores with ` +
      'the server, so compare CPU times rather than requests/s. Requests in flight at the end of a ' +
      'turn count in the time and not in the requests, which matters for servers with few ' +
      'requests/s. rari buffers the page, the others stream it.',
    tables,
  };
}
