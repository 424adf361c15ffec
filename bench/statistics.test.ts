import { expect, it } from 'vitest';
import {
  isApart,
  isDecided,
  lowerRank,
  median,
  medianInterval,
  percentile,
  widened,
} from './statistics.ts';

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

// In comments, P(X < rank) of a binomial distribution in per cent, and that of the next rank.
// biome-ignore format: a row a line
it.each([
  [0, 0],
  [5, 0],    // 3.12 of rank 1
  [6, 1],    // 1.56
  [10, 2],   // 1.07, 5.47
  [20, 6],   // 2.07, 5.77
  [30, 10],  // 2.14, 4.94
  [60, 22],  // 1.37, 2.59
  [100, 40], // 1.76, 2.84
])('takes of %i values the one of rank %i as the lower limit', (count, rank) => {
  expect(lowerRank(count)).toBe(rank);
});

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

// biome-ignore format: a row a line
it.each([
  ['ten values', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { estimate: 5.5, low: 2, high: 9 }],
  ['a hundred values in another order', range(1, 100).toReversed(), { estimate: 50.5, low: 40, high: 61 }],
  ['values of which a few are disturbed', [...Array(97).fill(2), 1, 50, 90], { estimate: 2, low: 2, high: 2 }],
  ['too few values', [1, 2, 3, 4, 5], { estimate: 3, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }],
  ['no value', [], { estimate: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }],
])('has the interval of the median of %s', (_what, values, expected) => {
  expect(medianInterval(values)).toEqual(expected);
});

const interval = (low: number, high: number) => ({ estimate: 2, low, high });

// biome-ignore format: a row a line
it.each([
  ['is 1', interval(1, 1), interval(1.5, 3)],
  ['is above 1', interval(1.01, 1.25), interval(1.2, 3.75)],
  ['is below 1', interval(0.5, 0.9), interval(0.75, 6)],
  ['has 1 inside', interval(0.8, 1.2), interval(1.2, 3.75)],
])('widens an interval by the farther limit of a null pair that %s', (_what, nullPair, expected) => {
  expect(widened(interval(1.5, 3), nullPair)).toEqual(expected);
});

it('claims nothing without a null pair', () => {
  expect(widened(interval(1.5, 3), undefined)).toEqual(interval(0, Number.POSITIVE_INFINITY));
});

it.each([
  [interval(1.01, 3), true],
  [interval(0.5, 0.99), true],
  [interval(1, 3), false],
  [interval(0.9, 1), false],
  [interval(Number.NaN, Number.NaN), false],
])('decides %j: %s', (ratio, expected) => {
  expect(isDecided(ratio)).toBe(expected);
});

it.each([
  [interval(1, 2), interval(2.1, 3), true],
  [interval(2.1, 3), interval(1, 2), true],
  [interval(1, 2), interval(2, 3), false],
])('tells %j and %j apart: %s', (one, other, expected) => {
  expect(isApart(one, other)).toBe(expected);
});
