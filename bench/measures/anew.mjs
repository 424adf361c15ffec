import { loadAndCount, warmedUp } from '../loads.mjs';
import { serve, servers, serversNamed } from '../servers.mjs';
import { inTurnsWhileRunning, shortTurn, shortTurns } from '../turns.mjs';

export const id = 'anew';
export const title = 'Page rendered anew';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 1 },
  { key: 'processor', title: 'Processor time a request, ms', digits: 3 },
];

const connections = 8;

/** Every server that renders, with so many engines. */
const withEngines = (rendering, engines, words) =>
  rendering.map((server) => ({ id: server.id, name: `${server.name}${words}`, server, engines }));

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
      serve: () => warmedUp(serve(server, { page: 'anew', engines }), { connections, warmUp }),
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
      'the server: so it is the processor time that compares servers, more than the requests a ' +
      'second. Pages that are under way when a turn ends count in the time and not in the requests, ' +
      'which matters where few are rendered in one. rari sends the page whole, the others stream it.',
    tables,
  };
}
