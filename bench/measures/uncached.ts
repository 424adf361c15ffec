import { load, loadAndCount, resumption, warmedUp } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { end } from '../processes.ts';
import { checkPage } from '../reference-page.ts';
import {
  asAgain,
  marquees,
  peers,
  publishedMarquees,
  type Server,
  serve,
  serversNamed,
} from '../servers.ts';
import { inTurnsWhileRunning } from '../turns.ts';

export const id = 'uncached';
export const title = 'Uncached render';

const columns = [
  { key: 'cpu', title: 'CPU time a request, ms', digits: 3 },
  { key: 'rate', title: 'Requests/s', digits: 1 },
];

const connections = 8;

const rows = [
  ...[...marquees, ...publishedMarquees, ...peers].map((server) => ({
    ...server,
    server,
    engines: 1,
  })),
  ...marquees.slice(-1).map((server) => ({ ...asAgain(server), server, engines: 1 })),
  ...serversNamed('rari').map((server) => ({
    id: 'rari-4',
    name: 'rari, 4 engines',
    server,
    engines: 4,
  })),
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

export async function measure({ warmUp, rounds, seconds }: MeasureOptions) {
  const served = rows.map(({ id, name, server, engines }) => ({
    id,
    name,
    serve: () => warmedUp(start(server, engines), { connections, warmUp }),
  }));
  return {
    note:
      `wrk with ${connections} connections, in turns of ${seconds} s, after ${resumption} s that do not count. It ` +
      'shares the cores with the server, so compare CPU times rather than requests/s. One engine or process each ' +
      'unless stated. Requests in flight at the end of a turn count in the time and not in the requests, which ' +
      'matters for servers with few requests/s. rari buffers the page, the others stream it. Node, Deno and Bun ' +
      'have React as published: on Node, `renderToPipeableStream` behind `node:http`; on Deno and Bun, the ' +
      "runtime's own `serve` with `renderToReadableStream`, of `react-dom/server.node` and " +
      "`react-dom/server.bun`. Next.js and rari bring their own React. Marquee's bundle has Marquee's " +
      'patches of React.',
    tables: [
      {
        id: 'own-api',
        columns,
        rows: await inTurnsWhileRunning(served, rounds, async (running) => {
          await load(running.url, { connections, seconds: resumption });
          return loadAndCount(running, { connections, seconds });
        }),
      },
    ],
  };
}
