import { setTimeout as pause } from 'node:timers/promises';
import { load } from '../loads.mjs';
import { end, residentOfGroup } from '../processes.mjs';
import { marquees, serve, servers } from '../servers.mjs';
import { inTurns } from '../turns.mjs';

export const id = 'memory';
export const title = 'Memory';

const columns = [
  { key: 'rest', title: 'At rest, MB', digits: 1 },
  { key: 'most', title: 'Most under load, MB', digits: 1 },
  { key: 'after', title: 'After it, MB', digits: 1 },
];

/** Marquee alone has such a setting. */
const withEngines = (count) => ({ RENDER_THREADS: String(count) });

/** The most memory that a server has while something is going on. */
async function mostDuring(child, work) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentOfGroup(child));
  }, 100);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return most;
}

async function measureOne({ server, env }, { seconds, isQuick }) {
  const { child, url } = await serve(server, { page: 'anew', env });
  try {
    const calm = () => pause(isQuick ? 1000 : 3000);
    await calm();
    const rest = residentOfGroup(child);
    const most = await mostDuring(child, load(url, { connections: 8, seconds }));
    await calm();
    return { rest, most, after: residentOfGroup(child) };
  } finally {
    await end(child);
  }
}

export async function measure(options) {
  // Figures that hardly differ from one round to the next.
  const rounds = Math.min(2, options.rounds);
  const rows = [
    ...servers.map((server) => ({ id: server.id, name: server.name, server, env: withEngines(1) })),
    ...marquees.map((server) => ({
      id: `${server.id}-2`,
      name: `${server.name}, 2 engines`,
      server,
      env: withEngines(2),
    })),
  ];
  return {
    note:
      'Resident memory of the process and its children: 3 s after the first page, while 8 ' +
      'connections have the page rendered anew, and 3 s after that. One engine each unless ' +
      'said; the page cache is off.',
    tables: [
      {
        id: 'resident',
        columns,
        rows: await inTurns(rows, rounds, (row) => measureOne(row, options)),
      },
    ],
  };
}
