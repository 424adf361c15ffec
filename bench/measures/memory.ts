import { setTimeout as pause } from 'node:timers/promises';
import type { MeasureOptions } from '../measure.ts';
import { end, residentOfGroup } from '../processes.ts';
import { type Server, serve, servers } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'memory';
export const title = 'Memory';

/** Milliseconds after the first page. */
const settling = 3000;

async function measureOne(server: Server) {
  const { child } = await serve(server, { page: 'uncached', env: { RENDER_THREADS: '1' } });
  try {
    await pause(settling);
    return { idle: residentOfGroup(child) };
  } finally {
    await end(child);
  }
}

export async function measure({ rounds }: MeasureOptions) {
  const columns = [{ key: 'idle', title: 'Idle, MB', digits: 1 }];
  // The figures hardly differ between rounds.
  const rows = await inTurns(servers, Math.min(2, rounds), measureOne);
  return {
    note:
      `Resident memory of the process and its children, ${settling / 1000} s after the first page. One engine each; ` +
      'the page cache is off.',
    tables: [{ id: 'resident', columns, rows }],
  };
}
