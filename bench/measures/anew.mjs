import { loadAndCount } from '../loads.mjs';
import { serve, servers, serversNamed } from '../servers.mjs';
import { inTurnsWhileRunning } from '../turns.mjs';

export const id = 'anew';
export const title = 'Page rendered anew';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 1 },
  { key: 'processor', title: 'Processor time a request, ms', digits: 3 },
];

const connections = 8;

/** Every server that renders, with so many engines. */
const withEngines = (rendering, engines, words) =>
  rendering.map((server) => ({
    id: server.id,
    name: `${server.name}${words}`,
    serve: () => serve(server, { page: 'anew', engines }),
  }));

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

const measureOne = (running, { seconds, warmUp }) =>
  loadAndCount(running, { connections, seconds, warmUp });

/** Pages a second of each server with one engine, for those who need no more than that. */
export async function capacities(options) {
  const rows = await inTurnsWhileRunning(groups[0].rows, 1, (running) =>
    measureOne(running, options),
  );
  return { rows };
}

export async function measure(options) {
  const tables = [];
  for (const { id, title, rows } of groups) {
    tables.push({
      id,
      title,
      columns,
      rows: await inTurnsWhileRunning(rows, options.rounds, (running) =>
        measureOne(running, options),
      ),
    });
  }
  return {
    note:
      `wrk with ${connections} connections, which shares the cores with the server: ` +
      'so it is the processor time that compares servers, more than the requests a second. ' +
      'rari sends the page whole, the others stream it.',
    tables,
  };
}
