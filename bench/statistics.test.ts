import { expect, it } from 'vitest';
import { isDisturbed, median, pairedRatio, percentile, verdictOn } from './statistics.ts';

// biome-ignore format: a row a line
it.each([
  [[], Number.NaN],
  [[3], 3],
  [[1, 10, 2], 2],
  [[1, 10, 2, 4], 3],
])('has the median of %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('has the percentile below which a share of the values is', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.8)).toBe(5);
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
});

// biome-ignore format: a row a line
it.each([
  ['one round', [3], [2], { estimate: 1.5, low: 1.5, high: 1.5 }],
  ['rounds of a machine that becomes slower', [1, 2, 4, 8], [2, 4, 8, 16], { estimate: 0.5, low: 0.5, high: 0.5 }],
  // A sample of three has the least one twice or more with a probability of 7/27.
  ['three rounds', [3, 1, 2], [1, 1, 1], { estimate: 2, low: 1, high: 3 }],
  ['ten rounds, one of them disturbed', [1, 1, 1, 1, 1, 1, 1, 1, 1, 9], Array(10).fill(1), { estimate: 1, low: 1, high: 1 }],
  ['rounds in which a server failed', [Number.NaN, 4, 9, 4], [1, 2, Number.NaN, 2], { estimate: 2, low: 2, high: 2 }],
  ['no round', [], [], { estimate: Number.NaN, low: Number.NaN, high: Number.NaN }],
])('compares the pairs of %s', (_what, over, under, expected) => {
  expect(pairedRatio(over, under)).toEqual(expected);
});

it('has a wider interval of rounds that differ more', () => {
  const ones = Array(10).fill(1);
  const level = pairedRatio([1.5, 1.51, 1.49, 1.5, 1.52, 1.48, 1.5, 1.51, 1.49, 1.5], ones);
  expect(level.estimate).toBe(1.5);
  expect([level.low, level.high].map((limit) => limit.toFixed(2))).toEqual(['1.49', '1.51']);
  const noisy = pairedRatio([1.5, 1.9, 1.1, 1.5, 2.1, 0.9, 1.5, 1.8, 1.2, 1.5], ones);
  expect(noisy.estimate).toBe(1.5);
  expect([noisy.low, noisy.high].map((limit) => limit.toFixed(2))).toEqual(['1.20', '1.80']);
});

const from = (low: number, high: number) => ({ estimate: (low + high) / 2, low, high });

// biome-ignore format: a row a line
it.each([
  [from(1.5, 1.6), { atLeast: 1.5 }, 'holds'],
  [from(1.49, 1.6), { atLeast: 1.5 }, 'not shown'],
  [from(1.3, 1.5), { atLeast: 1.5 }, 'not shown'],
  [from(1.3, 1.49), { atLeast: 1.5 }, 'does not hold'],
  [from(0.9, 1.05), { atMost: 1.05 }, 'holds'],
  [from(1, 1.1), { atMost: 1.05 }, 'not shown'],
  [from(1.06, 1.1), { atMost: 1.05 }, 'does not hold'],
  [from(Number.NaN, Number.NaN), { atMost: 1.05 }, 'not shown'],
] as const)('judges %j by %j', (interval, bound, verdict) => {
  expect(verdictOn(interval, bound)).toBe(verdict);
});

it.each([
  [from(0.97, 1.03), false],
  [from(0.96, 1.01), true],
  [from(0.99, 1.04), true],
  [from(Number.NaN, Number.NaN), true],
])('judges a session by its null pair %j', (interval, expected) => {
  expect(isDisturbed(interval)).toBe(expected);
});
