import { expect, it } from 'vitest';
import { comparisonsOf, inverse } from './comparisons.ts';
import type { Pair } from './measure.ts';

/** A pair with these ratios, on two cores of which one takes twice as long. */
const pair = (id: string, over: string, load: Pair['load'], ratios: number[]): Pair => ({
  id,
  method: 'duet',
  load,
  over: { id: over, name: over },
  under: { id: 'marquee', name: 'marquee' },
  figures: {
    cpu: ratios.flatMap((ratio): [number, number][] => [
      [ratio * 20, 10],
      [ratio * 10, 20],
    ]),
  },
  failures: 0,
});

const claimsOf = (...pairs: Pair[]) =>
  comparisonsOf({ pairs }).map(({ pair, claim }) => [pair.id, claim.low, claim.high]);

const six = [2, 2, 2, 3, 3, 3];

it('widens each claim by the null pair of the same method and load', () => {
  const nullPair = pair('null', 'marquee', 'render', [1, 1, 1.25, 1.25, 1, 1]);
  const others = [pair('render', 'bun', 'render', six), pair('cached', 'nginx', 'cached', six)];
  expect(claimsOf(nullPair, ...others)).toEqual([
    ['null', 0.8, 1.5625],
    ['render', 1.6, 3.75],
    ['cached', 0, Number.POSITIVE_INFINITY],
  ]);
});

it('has the medians of both, and of ratios that do not depend on the cores', () => {
  const [found] = comparisonsOf({ pairs: [pair('render', 'bun', 'render', six)] });
  expect(found?.values).toEqual([35, 15]);
  expect(found?.ratio).toEqual({ estimate: 2.5, low: 2, high: 3 });
  expect(found?.count).toBe(6);
});

it('turns a ratio round', () => {
  expect(inverse({ estimate: 2, low: 1.6, high: 4 })).toEqual({
    estimate: 0.5,
    low: 0.25,
    high: 0.625,
  });
});
