import { loadAndCount, warmedUp } from '../loads.ts';
import type { Measurement, MeasureOptions } from '../measure.ts';
import { end } from '../processes.ts';
import { checkPage } from '../reference-page.ts';
import {
  bundles,
  floor,
  marquees,
  peers,
  publishedMarquees,
  type Server,
  serve,
  serversNamed,
} from '../servers.ts';
import { inTurnsAndSteadily, shortTurn } from '../turns.ts';

export const id = 'uncached';
export const title = 'Uncached render';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 1 },
  { key: 'cpu', title: 'CPU time a request, ms', digits: 3 },
];

const steadyColumn = { key: 'steady-cpu', title: 'CPU time in a steady run, ms', digits: 3 };

const connections = 8;

/** The rows of these servers with this number of engines. */
const withEngines = (rendering: Server[], engines: number, suffix: string) =>
  rendering.map((server) => ({ id: server.id, name: `${server.name}${suffix}`, server, engines }));

const groups = [
  {
    id: 'own-api',
    title: 'Each with its own recommended API',
    rows: withEngines([...marquees, ...publishedMarquees, ...peers, ...floor], 1, ''),
    isSteady: true,
  },
  {
    id: 'same-bundle',
    title: 'The same bundle on each host',
    rows: withEngines([...marquees, ...bundles], 1, ''),
  },
  {
    id: 'several',
    title: 'Several engines each',
    rows: [
      ...withEngines(marquees, 2, ', 2 engines'),
      ...withEngines(serversNamed('bundle-node'), 2, ', 2 processes'),
      ...withEngines(serversNamed('rari'), 4, ', 4 engines'),
    ],
  },
];

/** The frameworks write documents of their own. */
const frameworks = ['next', 'rari'];

async function start(server: Server, engines: number) {
  const running = await serve(server, { page: 'uncached', engines });
  try {
    if (!frameworks.includes(server.id)) await checkPage(running);
    return running;
  } catch (error) {
    await end(running.child);
    throw error;
  }
}

export async function measure({ warmUp, ...lengths }: MeasureOptions) {
  const tables: Measurement['tables'] = [];
  for (const group of groups) {
    const rows = group.rows.map(({ server, engines, ...row }) => ({
      ...row,
      serve: () => warmedUp(start(server, engines), { connections, warmUp }),
    }));
    const isSteady = 'isSteady' in group;
    const turns = isSteady ? lengths : { ...lengths, steady: 0 };
    tables.push({
      ...group,
      columns: isSteady ? [...columns, steadyColumn] : columns,
      rows: await inTurnsAndSteadily(rows, turns, (running, seconds) =>
        loadAndCount(running, { connections, seconds }),
      ),
    });
  }
  return {
    note:
      `wrk with ${connections} connections, in turns of ${shortTurn} s; the first table's servers then steadily ` +
      `for ${lengths.steady} s. It shares the cores with ` +
      'the server, so compare CPU times rather than requests/s. Requests in flight at the end of a ' +
      'turn count in the time and not in the requests, which matters for servers with few ' +
      'requests/s. rari buffers the page, the others stream it. Node, Deno and Bun have React as ' +
      "published: on Node, `renderToPipeableStream` behind `node:http`; on Deno and Bun, the runtime's " +
      'own `serve` with `renderToReadableStream`, of `react-dom/server.node` and ' +
      "`react-dom/server.bun`. Next.js and rari bring their own React. Marquee's bundle has Marquee's " +
      'patches of React. Askama writes the same page without React.',
    tables,
  };
}
