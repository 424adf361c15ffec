/** What each run of Marquee under failures is held against. */
import { failuresOf } from './load.ts';
import { isMeasured, type Measured, type Results } from './scenario.ts';

/** A goal, and in how many of its runs it holds. */
export interface FailureGoal {
  text: string;
  holds: number;
  runs: number;
  /** Whether it is met: what is counted in every run, what a clock decides in most. */
  isMet: boolean;
}

const noFailure = (run: Measured) => failuresOf(run) === 0;

// biome-ignore format: a row a line
const goals: [scenario: string, text: string, isTimed: boolean, holds: (run: Measured) => boolean][] = [
  ['engine', 'Engines killed: no failed request', false, noFailure],
  ['loop', 'A page that loops: no failed request', false, noFailure],
  ['memory', 'Out of memory: no failed request', false, noFailure],
  ['overload', 'Overload: goodput of at least 95 % at each load', true, ({ goodput = [] }) => Math.min(...goodput) >= 95],
  ['overload', 'Overload: p99 of at most 1 s', true, ({ p99 }) => p99 <= 1000],
  ['overload', 'Overload: recovery within 2 s', true, ({ recovery }) => recovery <= 2],
];

/** Returns the goals of the scenarios that were run. */
export const failureGoals = (results: Results): FailureGoal[] =>
  goals.flatMap(([scenario, text, isTimed, isHeld]) => {
    const runs = results[scenario]?.marquee ?? [];
    if (runs.length === 0) return [];
    const holds = runs.filter((run) => isMeasured(run) && isHeld(run)).length;
    const isMet = isTimed ? holds > runs.length / 2 : holds === runs.length;
    return [{ text, holds, runs: runs.length, isMet }];
  });
