import { setTimeout as pause } from 'node:timers/promises';
import { load } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { end, type Process, residentOfGroup } from '../processes.ts';
import { marquees, type Server, serve, servers } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'memory';
export const title = 'Memory';

const columns = [
  { key: 'idle', title: 'Idle, MB', digits: 1 },
  { key: 'peak', title: 'Peak under load, MB', digits: 1 },
  { key: 'after', title: 'After load, MB', digits: 1 },
];

/** Only Marquee has such a setting. */
const withEngines = (count: number) => ({ RENDER_THREADS: String(count) });

/** Returns the peak memory of a server until `work` settles. */
async function peakDuring(child: Process, work: Promise<unknown>) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOfGroup(child));
  }, 100);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return peak;
}

async function measureOne(
  { server, env }: { server: Server; env: Record<string, string> },
  { seconds, isQuick }: MeasureOptions,
) {
  const { child, url } = await serve(server, { page: 'uncached', env });
  try {
    const settle = () => pause(isQuick ? 1000 : 3000);
    await settle();
    const idle = residentOfGroup(child);
    const peak = await peakDuring(child, load(url, { connections: 8, seconds }));
    await settle();
    return { idle, peak, after: residentOfGroup(child) };
  } finally {
    await end(child);
  }
}

export async function measure(options: MeasureOptions) {
  // The figures hardly differ between rounds.
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
      'Resident memory of the process and its children: 3 s after the first page, during uncached ' +
      'renders for 8 connections, and 3 s after that. One engine each unless stated; the page cache ' +
      'is off.',
    tables: [
      {
        id: 'resident',
        columns,
        rows: await inTurns(rows, rounds, (row) => measureOne(row, options)),
      },
    ],
  };
}
