/** What a run decides about its pairs. */
import type { Figure, Pair, Run } from './measure.ts';
import { type Interval, median, medianInterval, widened } from './statistics.ts';

/** The ratio of a pair's members in one figure. */
export interface Comparison {
  pair: Pair;
  figure: Figure;
  /** The medians of both, in the unit of the figure. */
  values: [over: number, under: number];
  /** Ratios: of exchanges or rounds. */
  count: number;
  /** Their median. */
  ratio: Interval;
  /** The same, wider by what the null pair shows. */
  claim: Interval;
}

/** Returns whether both members are the same server. */
export const isNullPair = ({ over, under }: Pair) => over.id === under.id;

/** Returns all comparisons of a run. */
export function comparisonsOf({ pairs }: Pick<Run, 'pairs'>): Comparison[] {
  return pairs.flatMap((pair) =>
    (Object.keys(pair.figures) as Figure[]).map((figure) => {
      const values = pair.figures[figure] ?? [];
      const nullPair = pairs.find(
        (one) => isNullPair(one) && one.method === pair.method && one.load === pair.load,
      );
      const ratio = ratioOf(pair, figure);
      return {
        pair,
        figure,
        count: ratiosOf(pair, figure).length,
        values: [median(values.map(([over]) => over)), median(values.map(([, under]) => under))],
        ratio,
        claim: widened(ratio, nullPair && ratioOf(nullPair, figure)),
      };
    }),
  );
}

/**
 * Returns the ratios of a pair. That of an exchange of cores is the geometric mean of its two windows: one alone also
 * has the ratio of the cores, which the next one has the other way round.
 */
function ratiosOf({ method, figures }: Pair, figure: Figure) {
  const ratios = (figures[figure] ?? []).map(([over, under]) => over / under);
  if (method !== 'duet') return ratios;
  if (ratios.length % 2 === 1) throw new Error('a duet has an odd number of windows');
  const exchanges = ratios.map((ratio, window) => Math.sqrt(ratio * (ratios[window + 1] ?? 1)));
  return exchanges.filter((_, window) => window % 2 === 0);
}

const ratioOf = (pair: Pair, figure: Figure) => medianInterval(ratiosOf(pair, figure));

/** Returns the ratio the other way round. */
export const inverse = ({ estimate, low, high }: Interval): Interval => ({
  estimate: 1 / estimate,
  low: 1 / high,
  high: 1 / low,
});
