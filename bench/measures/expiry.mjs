import { visitSteadily } from '../loads.mjs';
import { otherCores } from '../processes.mjs';
import { marquees, serve } from '../servers.mjs';
import { inTurnsWhileRunning } from '../turns.mjs';

export const id = 'expiry';
export const title = 'A kept page when its copy expires';

const columns = [
  { key: 'median', title: 'Median, ms', digits: 2 },
  { key: 'p99', title: 'p99, ms', digits: 2 },
  { key: 'p999', title: 'p99.9, ms', digits: 2 },
  { key: 'max', title: 'Slowest, ms', digits: 2 },
];

const lives = [
  { ttl: '1s', words: 'a copy lives 1 s' },
  { ttl: '1h', words: 'a copy lives 1 h' },
];

export async function measure({ rounds, isQuick }) {
  const rows = marquees.flatMap((server) =>
    lives.map(({ ttl, words }) => ({
      id: `${server.id}-${ttl}`,
      name: `${server.name}, ${words}`,
      serve: () => serve(server, { page: 'kept', env: { PAGE_TTL: ttl } }),
    })),
  );
  const visits = { rate: 2000, connections: 8, warmUp: 1, seconds: isQuick ? 2 : 10 };
  const measured = await inTurnsWhileRunning(rows, rounds, async ({ url }) => {
    const { median, p99, p999, max } = await visitSteadily(
      { url, ...visits },
      { cores: otherCores },
    );
    return { median, p99, p999, max };
  });
  return {
    note: `${visits.rate.toLocaleString('en')} visits a second for ${visits.seconds} s over ${visits.connections} connections.`,
    tables: [{ id: 'ttl', columns, rows: measured }],
  };
}
