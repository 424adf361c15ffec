import { expect, it } from 'vitest';
import { atLeast, atMost, compared, passes } from './claim.ts';
import { unexplainedRegressions } from './reference.ts';

const reference = [{ rate: 2, time: 50 }];
const rate = (value: number) => ({ id: 'rate', tolerance: 0.1, ...atLeast('Rate', value, 1.5) });
const time = (value: number) => ({ id: 'time', tolerance: 0.1, ...atMost('Time', value, 40) });
/** Of one build. */
const runs = [{ rate: 2 }, { rate: 2.02 }, { rate: 1.96 }];

// biome-ignore format: a row a line
it.each([
  ['a rate worse than accepted by more than the tolerance', rate(1.79), reference, 'REGRESSION', false],
  ['a time worse than accepted by more than the tolerance', time(55.1), reference, 'REGRESSION', false],
  ['a regression of a claim that still holds', rate(1.6), reference, 'REGRESSION', false],
  ['a lower rate within the tolerance', rate(1.81), reference, 'ok', true],
  ['a higher rate within the tolerance', rate(2.19), reference, 'ok', true],
  ['a longer time within the tolerance', time(54.9), reference, 'ok', true],
  ['a shorter time within the tolerance', time(45.1), reference, 'ok', true],
  ['an unmet goal', time(50), reference, 'ok', true],
  ['a higher rate', rate(2.21), reference, 'improvement', true],
  ['a shorter time', time(44.9), reference, 'improvement', true],
  ['a new claim, which has no reference', time(90), [], 'no reference', true],
  ['a claim without a figure', rate(Number.NaN), reference, 'not measured', false],
  ['a rate within the tolerance of three runs', rate(1.93), runs, 'ok', true],
  ['a rate outside of the tolerance of three runs', rate(1.91), runs, 'REGRESSION', false],
])('judges %s', (_what, claim, runs, verdict, isPassed) => {
  expect(compared(claim, runs).verdict).toBe(verdict);
  expect(passes([compared(claim, runs)])).toBe(isPassed);
});

it('accepts a worse value only with a line that says why', () => {
  const claims = [compared(time(60), reference), compared(rate(2), reference)];
  const line = '- `time`: 60.00 ';
  expect(unexplainedRegressions(claims, '')).toEqual([line]);
  expect(unexplainedRegressions(claims, `Reasons\n\n${line}ms, since it does more.`)).toEqual([]);
});
