import { load, visitSteadily, warmedUp } from '../loads.mjs';
import { otherCores, serverCore } from '../processes.mjs';
import { serve, servers } from '../servers.mjs';
import { median } from '../support.mjs';
import { whileRunning } from '../turns.mjs';

export const id = 'latency';
export const title = 'Page rendered anew at a fixed rate';

const columns = [
  { key: 'rate', title: 'Visits/s', digits: 1 },
  { key: 'median', title: 'Median, ms', digits: 2 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
];

/** Visitors' cores are not the server's: neither waits for the other's turn. */
const options = { page: 'anew', cores: serverCore, engines: 1 };

/** Of visitors who come as fast as they are served. */
const closed = { connections: 8, cores: otherCores };

/** Most, of those who come steadily. */
const openConnections = 64;

export async function measure({ rounds, seconds, warmUp }) {
  const rows = servers.map((server) => ({
    ...server,
    serve: () => warmedUp(serve(server, options), { ...closed, warmUp }),
  }));
  const tables = await whileRunning(rows, async (inTurns) => {
    const capacities = await inTurns(rounds, async ({ url }) => {
      const { rate } = await load(url, { ...closed, seconds });
      return { rate };
    });
    const capacity = new Map(capacities.map(({ id, figures }) => [id, median(figures.rate)]));
    const steadily = (share) =>
      inTurns(rounds, async ({ url }, { id }) => {
        const rate = share * capacity.get(id);
        const visits = { url, rate, connections: openConnections, warmUp: 1, seconds };
        const { median, p99 } = await visitSteadily(visits, { cores: otherCores });
        return { rate, median, p99 };
      });
    return [
      { id: 'at-50', title: "50 % of the server's own capacity", rows: await steadily(0.5) },
      { id: 'at-80', title: "80 % of the server's own capacity", rows: await steadily(0.8) },
    ];
  });
  return {
    note:
      'One engine and one core each; visitors have the other cores. They come at equal ' +
      'distances, however slow the answers are; their time counts from when they were due. The ' +
      `capacity is what each server did for ${closed.connections} connections, on the same cores.`,
    tables: tables.map((table) => ({ ...table, columns })),
  };
}
