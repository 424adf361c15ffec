/** Memory of an idle server, after its first page. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Measured, rounded } from '../measure.ts';
import { end, proportionalOfGroup } from '../processes.ts';
import { serve, servers } from '../servers.ts';
import { inTurns } from '../steady.ts';

/** Milliseconds after the first page. */
const settling = 3000;

/** Measures the proportional set size of all processes of each server, in MB. */
export async function measureMemory(rounds: number): Promise<Measured[]> {
  const values = await inTurns(servers, rounds, async (server) => {
    const { child } = await serve(server, { page: 'uncached', env: { RENDER_THREADS: '1' } });
    try {
      await pause(settling);
      return proportionalOfGroup(child);
    } finally {
      await end(child);
    }
  });
  return servers.map(({ id, name }) => ({
    id,
    name,
    figures: { idle: (values[id] ?? []).map(rounded) },
  }));
}
