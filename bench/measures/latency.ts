import { load, loadAtRate, warmedUp } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { otherCores, serverCore } from '../processes.ts';
import { type ServeOptions, serve, servers } from '../servers.ts';
import { median } from '../statistics.ts';
import { whileRunning } from '../turns.ts';

export const id = 'latency';
export const title = 'Latency of uncached renders at a constant rate';

const columns = [
  { key: 'rate', title: 'Requests/s', digits: 1 },
  { key: 'median', title: 'Median, ms', digits: 2 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
];

/** The load generator has its own cores, so that neither waits for the other. */
const options: ServeOptions = { page: 'uncached', cores: serverCore, engines: 1 };

/** Closed loop, which measures the capacity. */
const closed = { connections: 8, cores: otherCores };

/** Limit of connections in the open loop. */
const openConnections = 64;

/** Each round in the open loop is split into parts: a stall of the machine alone decides the p99 of its part. */
const parts = 3;

export async function measure({ rounds, seconds, warmUp }: MeasureOptions) {
  const rows = servers.map((server) => ({
    ...server,
    serve: () => warmedUp(serve(server, options), { ...closed, warmUp }),
  }));
  const tables = await whileRunning(rows, async (inTurns) => {
    const capacities = await inTurns(rounds, async ({ url }) => {
      const { rate } = await load(url, { ...closed, seconds });
      return { rate };
    });
    const capacity = new Map(capacities.map(({ id, figures }) => [id, median(figures.rate ?? [])]));
    const atShare = (share: number) =>
      inTurns(parts * rounds, async ({ url }, { id }) => {
        const rate = share * (capacity.get(id) ?? Number.NaN);
        const requests = {
          url,
          rate,
          connections: openConnections,
          warmUp: 1,
          seconds: seconds / parts,
        };
        const { median, p99 } = await loadAtRate(requests, { cores: otherCores });
        return { rate, median, p99 };
      });
    return [
      { id: 'at-50', title: "50 % of the server's own capacity", rows: await atShare(0.5) },
      { id: 'at-80', title: "80 % of the server's own capacity", rows: await atShare(0.8) },
    ];
  });
  return {
    note:
      'One engine and one core each; the load generator has the other cores. It sends requests at ' +
      'equal intervals, independent of response times; latency is measured from the scheduled time. ' +
      `The capacity is the throughput of each server for ${closed.connections} connections, on the same ` +
      `cores. ${parts * rounds} rounds, since a stall of the machine alone decides the p99 of its round.`,
    tables: tables.map((table) => ({ ...table, columns })),
  };
}
