/**
 * Pairs of servers that are loaded at the same time (Bulej et al., "Duet Benchmarking", ICPE 2020).
 *
 * What else the machine does meanwhile affects both alike, so that the ratio of a window varies much less than the
 * values of either. Each has a core, which it shares with its client, and both exchange cores after each window.
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

/** How a pair is loaded; windows are those that count. */
export interface DuetOptions extends Omit<LoadOptions, 'cores'> {
  windows: number;
  warmUp: number;
}

/** Two cores: the first and the last. */
const cores: [string, string] = ['0', String(availableParallelism() - 1)];

/** The share of windows that may fail: more is not a disturbance. */
const tolerated = 0.1;

/** Measures a pair in windows; prints those that fail. */
export async function duet(
  pair: Pick<Pair, 'id' | 'load'> & { over: Member; under: Member },
  { windows, warmUp, ...options }: DuetOptions,
): Promise<Pair> {
  const result: Pair = {
    id: pair.id,
    method: 'duet',
    load: pair.load,
    over: rowOf(pair.over),
    under: rowOf(pair.under),
    figures: { cpu: [], rate: [] },
    failures: 0,
  };
  const started: Running[] = [];
  try {
    const over = await pair.over.start(cores[0]);
    started.push(over);
    const under = await pair.under.start(cores[1]);
    started.push(under);
    for (let window = -warmUp; window < windows; window += 1) {
      const [first, second] = window % 2 === 0 ? cores : cores.toReversed();
      const outcomes = await Promise.allSettled([
        measured(over, first, options),
        measured(under, second, options),
      ]);
      const [one, other] = outcomes;
      if (one.status === 'fulfilled' && other.status === 'fulfilled') {
        if (window < 0) continue;
        result.figures.cpu?.push([rounded(one.value.cpu), rounded(other.value.cpu)]);
        result.figures.rate?.push([rounded(one.value.rate), rounded(other.value.rate)]);
        continue;
      }
      result.failures += 1;
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        console.log(`  ${pair.id}, window ${window}: ${messageOf(outcome.reason)}`);
        if (result.failures > tolerated * windows) throw outcome.reason;
      }
    }
    return result;
  } finally {
    for (const { child } of started) await end(child);
  }
}

async function measured(running: Running, core = '0', options: Omit<LoadOptions, 'cores'>) {
  await pin(running.child, core);
  return loadAndCount(running, { ...options, cores: core });
}
