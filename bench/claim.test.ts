import { expect, it } from 'vitest';
import { atLeast, atMost, compared, type GatedClaim, passes } from './claim.ts';
import { unexplainedRegressions } from './reference.ts';

const reference = [{ rate: 2, time: 50 }];
const rate = (value: number) => ({ id: 'rate', tolerance: 0.1, ...atLeast('Rate', value, 1.5) });
const time = (value: number) => ({ id: 'time', tolerance: 0.1, ...atMost('Time', value, 40) });
const verdict = (claim: GatedClaim) => compared(claim, reference).verdict;

it('reports a value worse than accepted by more than the tolerance as a regression', () => {
  expect(verdict(rate(1.79))).toBe('REGRESSION');
  expect(verdict(time(55.1))).toBe('REGRESSION');
  expect(passes([compared(rate(2), reference), compared(time(55.1), reference)])).toBe(false);
});

it('reports a regression of a claim that still holds', () => {
  const claim = compared(rate(1.6), reference);
  expect(claim).toMatchObject({ holds: true, verdict: 'REGRESSION' });
});

it('accepts a change within the tolerance', () => {
  for (const claim of [rate(1.81), rate(2.19), time(54.9), time(45.1)]) {
    expect(verdict(claim)).toBe('ok');
  }
});

it('does not report an unmet goal as a regression', () => {
  const claim = compared(time(50), reference);
  expect(claim).toMatchObject({ holds: false, verdict: 'ok' });
  expect(passes([claim])).toBe(true);
});

it('reports an improvement, which passes', () => {
  const claims = [rate(2.21), time(44.9)].map((claim) => compared(claim, reference));
  expect(claims.map((claim) => claim.verdict)).toEqual(['improvement', 'improvement']);
  expect(passes(claims)).toBe(true);
});

it('passes a new claim, which has no reference', () => {
  const claim = compared(time(90), []);
  expect(claim.verdict).toBe('no reference');
  expect(passes([claim])).toBe(true);
});

it('fails for a claim without a figure', () => {
  const claim = compared(rate(Number.NaN), reference);
  expect(claim.verdict).toBe('not measured');
  expect(passes([claim])).toBe(false);
});

it('takes the tolerance from three runs of one build', () => {
  const runs = [{ rate: 2 }, { rate: 2.02 }, { rate: 1.96 }];
  expect(compared(rate(1.93), runs)).toMatchObject({ accepted: 2, verdict: 'ok' });
  expect(compared(rate(1.91), runs).verdict).toBe('REGRESSION');
});

it('accepts a worse value only with a line that says why', () => {
  const claims = [compared(time(60), reference), compared(rate(2), reference)];
  const line = '- `time`: 60.00 ';
  expect(unexplainedRegressions(claims, '')).toEqual([line]);
  expect(unexplainedRegressions(claims, `Reasons\n\n${line}ms, since it does more.`)).toEqual([]);
});
