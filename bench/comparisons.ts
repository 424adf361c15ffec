/** What a run decides about its pairs. */
import type { Figure, Pair, Run } from './measure.ts';
import { type Interval, median, medianInterval, widened } from './statistics.ts';

/** The ratio of a pair's members in one figure. */
export interface Comparison {
  pair: Pair;
  figure: Figure;
  /** The medians of both, in the unit of the figure. */
  values: [over: number, under: number];
  /** Windows or rounds. */
  count: number;
  /** The median of the ratios of windows. */
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
        count: values.length,
        values: [median(values.map(([over]) => over)), median(values.map(([, under]) => under))],
        ratio,
        claim: widened(ratio, nullPair && ratioOf(nullPair, figure)),
      };
    }),
  );
}

const ratioOf = ({ figures }: Pair, figure: Figure) =>
  medianInterval((figures[figure] ?? []).map(([over, under]) => over / under));

/** Returns the ratio the other way round. */
export const inverse = ({ estimate, low, high }: Interval): Interval => ({
  estimate: 1 / estimate,
  low: 1 / high,
  high: 1 / low,
});
