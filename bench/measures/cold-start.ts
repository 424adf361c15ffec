/** Cold start: the time from the start of a process to its first complete page, in milliseconds. */
import type { Pair } from '../measure.ts';
import { end } from '../processes.ts';
import { marquees, type ServeOptions, serve, servers } from '../servers.ts';
import { asAgain, inTurns, pairsOf } from '../steady.ts';

/** The default settings, but with one engine: engines start one after the other. */
const optionsOf = (id: string): ServeOptions =>
  id.startsWith('marquee') ? { env: { RENDER_THREADS: '1' } } : {};

/** Starts each server once a round, and Marquee on its default engine twice: the null pair. */
export async function measureStarts(rounds: number): Promise<Pair[]> {
  const [first, ...others] = marquees;
  if (!first) return [];
  const rows = [...servers, asAgain(first)];
  const values = await inTurns(rows, rounds, async (server) => {
    const { child, startTime } = await serve(server, optionsOf(server.id));
    await end(child);
    return startTime;
  });
  const peers = servers.filter((server) => !marquees.includes(server));
  const pairs = [first, ...others].flatMap((under) => peers.map((over) => ({ over, under })));
  return pairsOf(values, [{ over: asAgain(first), under: first }, ...pairs], {
    method: 'starts',
    load: 'start',
    figure: 'time',
  });
}
