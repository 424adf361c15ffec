import { visitSteadily } from '../loads.mjs';
import { otherCores } from '../processes.mjs';
import { serve, servers } from '../servers.mjs';
import { median } from '../support.mjs';
import { inTurnsWhileRunning } from '../turns.mjs';
import { capacities } from './anew.mjs';

export const id = 'latency';
export const title = 'Page rendered anew at a fixed rate';

const columns = [
  { key: 'rate', title: 'Visits/s', digits: 1 },
  { key: 'median', title: 'Median, ms', digits: 2 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
];

const connections = 64;

export async function measure(options, results) {
  const { rows: rates } = results.anew?.tables[0] ?? (await capacities(options));
  const capacity = ({ id }) => median(rates.find((row) => row.id === id).figures.rate);
  const rows = servers.map((server) => ({
    ...server,
    serve: () => serve(server, { page: 'anew', engines: 1 }),
  }));
  const tables = [];
  for (const share of [0.5, 0.8]) {
    tables.push({
      id: `at-${share * 100}`,
      title: `${share * 100} % of the server's own capacity`,
      columns,
      rows: await inTurnsWhileRunning(rows, options.rounds, async ({ url }, row) => {
        const rate = share * capacity(row);
        const visits = { url, rate, connections, warmUp: 1, seconds: options.seconds };
        const { median, p99 } = await visitSteadily(visits, { cores: otherCores });
        return { rate, median, p99 };
      }),
    });
  }
  return {
    note:
      'One engine each. Visitors come at equal distances, however slow the answers are; ' +
      'their time counts from when they were due. The capacity is what each server did above.',
    tables,
  };
}
