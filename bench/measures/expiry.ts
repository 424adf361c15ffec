import { loadAtRate } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { otherCores } from '../processes.ts';
import { marquees, serve } from '../servers.ts';
import { inTurnsWhileRunning } from '../turns.ts';

export const id = 'expiry';
export const title = 'Cached page across time windows';

const columns = [
  { key: 'median', title: 'Median, ms', digits: 2 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
  { key: 'p999', title: 'p99.9, ms', digits: 2 },
  { key: 'max', title: 'Maximum, ms', digits: 2 },
];

const windows = [
  { ttl: '1s', suffix: 'PAGE_TTL=1s' },
  { ttl: '1h', suffix: 'PAGE_TTL=1h' },
];

export async function measure({ rounds, isQuick }: MeasureOptions) {
  const rows = marquees.flatMap((server) =>
    windows.map(({ ttl, suffix }) => ({
      id: `${server.id}-${ttl}`,
      name: `${server.name}, ${suffix}`,
      serve: () => serve(server, { page: 'cached', env: { PAGE_TTL: ttl } }),
    })),
  );
  const load = { rate: 2000, connections: 8, warmUp: 1, seconds: isQuick ? 2 : 10 };
  const measured = await inTurnsWhileRunning(rows, rounds, async ({ url }) => {
    const { median, p99, p999, max } = await loadAtRate({ url, ...load }, { cores: otherCores });
    return { median, p99, p999, max };
  });
  return {
    note: `${load.rate.toLocaleString('en')} requests/s for ${load.seconds} s over ${load.connections} connections.`,
    tables: [{ id: 'ttl', columns, rows: measured }],
  };
}
