import { expect, it } from 'vitest';
import { failureGoals } from './goals.ts';
import type { Result } from './scenario.ts';

const run = (failed: number, changes: object = {}): Result => ({
  requests: 100,
  reasons: failed > 0 ? { timeout: failed } : {},
  calm: 1,
  p99: 10,
  recovery: 0,
  notes: [],
  ...changes,
});
const goalsOf = (scenario: string, ...marquee: Result[]) =>
  failureGoals({ [scenario]: { marquee } }).map(({ holds, isMet }) => [holds, isMet]);

it('meets a goal that is counted only if every run does', () => {
  expect(goalsOf('engine', run(0), run(0), run(0))).toEqual([[3, true]]);
  expect(goalsOf('engine', run(0), run(1), run(0))).toEqual([[2, false]]);
});

it('meets a goal of the clock if most runs do, at each of the loads', () => {
  const good = run(0, { goodput: [100, 99, 96], p99: 900, recovery: 1 });
  const bad = run(0, { goodput: [100, 99, 80], p99: 1100, recovery: Number.POSITIVE_INFINITY });
  expect(goalsOf('overload', good, bad, good)).toEqual(Array(3).fill([2, true]));
  expect(goalsOf('overload', good, bad, bad)).toEqual(Array(3).fill([1, false]));
});

it('does not meet a goal that was not measured', () => {
  expect(goalsOf('loop', run(0), { error: 'no page within 30 s' })).toEqual([[1, false]]);
});
