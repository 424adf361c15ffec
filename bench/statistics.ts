/** The statistics of comparisons: a median of ratios, and how sure it is. */

/** Returns the value below which this share of the values is; NaN without values. */
export function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two in the middle; NaN without values. */
export function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
}

/** An estimate and the limits of its confidence interval of at least 95 %, in the estimate's unit. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** The probability that the median is beyond one end of the interval. */
const tail = 0.025;

/**
 * Returns the rank, from 1, of the value that is the lower limit of the median's interval among `count` sorted
 * values; the upper one has the same rank from the end. 0 if they are too few for 95 %.
 *
 * Each value is below the median with a probability of one half, so the ranks are those of a binomial distribution,
 * whatever the distribution of the values is.
 */
export function lowerRank(count: number) {
  let probability = 0.5 ** count;
  let sum = probability;
  let rank = 0;
  while (sum <= tail) {
    rank += 1;
    probability *= (count - rank + 1) / rank;
    sum += probability;
  }
  return rank;
}

/** Returns the median of some values with its interval of order statistics: unbounded if they are too few. */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = lowerRank(sorted.length);
  return {
    estimate: median(sorted),
    low: (rank > 0 ? sorted[rank - 1] : undefined) ?? Number.NEGATIVE_INFINITY,
    high: (rank > 0 ? sorted[sorted.length - rank] : undefined) ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns the interval of a ratio, wider by what the null pair shows of the method: by the distance of that one's
 * farther limit from 1. Unbounded without a null pair.
 */
export function widened({ estimate, low, high }: Interval, nullPair: Interval | undefined) {
  const factor = nullPair ? Math.max(nullPair.high, 1 / Math.max(nullPair.low, 0), 1) : Infinity;
  return { estimate, low: low / factor, high: high * factor };
}

/** Returns whether a ratio is told apart from 1. */
export const isDecided = ({ low, high }: Interval) => low > 1 || high < 1;

/** Returns whether two intervals have no value in common. */
export const isApart = (one: Interval, other: Interval) =>
  one.low > other.high || other.low > one.high;
