/**
 * Pairs of servers that are loaded at the same time (Bulej et al., "Duet Benchmarking", ICPE 2020).
 *
 * What else the machine does meanwhile affects both alike, so that their ratio varies much less than the values of
 * either. Each has a core, which it shares with its client, and both exchange cores after each window. Both are
 * started several times: one process may be a percent faster than the next of the same program.
 */
import { availableParallelism } from 'node:os';
import { messageOf } from './errors.ts';
import { type LoadOptions, loadAndCount, type Running } from './loads.ts';
import { type Pair, type Row, rounded, rowOf } from './measure.ts';
import { end, pin } from './processes.ts';

/** A member of a pair, which `start` starts on a core. */
export interface Member extends Row {
  start(core: string): Promise<Running>;
}

/** Two servers, with the load that both get. */
export interface Duet extends Pick<Pair, 'id' | 'load'> {
  over: Member;
  under: Member;
}

/** How often a pair is started, and how many windows of each start count: an even number, after seconds of warm-up. */
export interface DuetOptions extends Omit<LoadOptions, 'cores'> {
  starts: number;
  windows: number;
  warmUp: number;
}

/** Seconds of load after a start in which the runtimes compile what they render. */
export const fullWarmUp = 10;

/** Two cores: the first and the last. */
const cores: [string, string] = ['0', String(availableParallelism() - 1)];

/** The share of starts that may fail: more is not a disturbance. */
const tolerated = 0.1;

/** Measures a pair in windows; prints why a start failed. */
export async function duet(pair: Duet, { starts, ...options }: DuetOptions): Promise<Pair> {
  const result: Pair = {
    id: pair.id,
    method: 'duet',
    load: pair.load,
    over: rowOf(pair.over),
    under: rowOf(pair.under),
    figures: { cpu: [], rate: [] },
    failures: 0,
  };
  for (let start = 0; start < starts; start += 1) {
    try {
      for (const [over, under] of await windowsOf(pair, options)) {
        result.figures.cpu?.push([rounded(over.cpu), rounded(under.cpu)]);
        result.figures.rate?.push([rounded(over.rate), rounded(under.rate)]);
      }
    } catch (error) {
      result.failures += 1;
      console.log(`  ${pair.id}, start ${start}: ${messageOf(error)}`);
      if (result.failures > tolerated * starts) throw error;
    }
  }
  return result;
}

/** Starts both, and measures them in windows. */
async function windowsOf(pair: Duet, { windows, warmUp, ...options }: Omit<DuetOptions, 'starts'>) {
  const started: Running[] = [];
  try {
    const over = await pair.over.start(cores[0]);
    started.push(over);
    const under = await pair.under.start(cores[1]);
    started.push(under);
    const both = [];
    for (let window = -Math.ceil(warmUp / options.seconds); window < windows; window += 1) {
      const [first, second] = window % 2 === 0 ? cores : cores.toReversed();
      const loads = [measured(over, first, options), measured(under, second, options)] as const;
      // Neither is left to disturb the next start.
      await Promise.allSettled(loads);
      const values = await Promise.all(loads);
      if (window >= 0) both.push(values);
    }
    return both;
  } finally {
    for (const { child } of started) await end(child);
  }
}

async function measured(running: Running, core = '0', options: Omit<LoadOptions, 'cores'>) {
  await pin(running.child, core);
  return loadAndCount(running, { ...options, cores: core });
}
