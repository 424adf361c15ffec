/** The statistic of comparisons: the median of the ratios of pairs, and how sure it is. */

/** Returns the value below which this share of the values is; NaN without values. */
export function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
}

/** An estimate, and the limits of its interval of 95 %. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** What was counted, and does not vary. */
export const exactly = (value: number): Interval => ({ estimate: value, low: value, high: value });

const resamples = 10_000;

/**
 * Returns the median of the ratios of the values with the same index, which are those of one round, and its
 * bootstrap interval. A round with a value that is missing, or NaN, is left out; NaN without rounds.
 */
export function pairedRatio(over: readonly number[], under: readonly number[]): Interval {
  const ratios = over.map((value, round) => value / (under[round] ?? Number.NaN));
  const known = ratios.filter((ratio) => !Number.isNaN(ratio));
  const random = generator();
  const medians = Array.from({ length: resamples }, () =>
    median(known.map(() => known[Math.floor(random() * known.length)] ?? Number.NaN)),
  );
  const [low, high] = [percentile(medians, 0.025), percentile(medians, 0.975)];
  return { estimate: median(known), low, high };
}

/** A generator of Park and Miller, so that the same figures always have the same interval. */
function generator() {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export type Bound = { atLeast: number } | { atMost: number };

/** `not shown` is an interval that has the bound inside, or was not measured. */
export type Verdict = 'holds' | 'not shown' | 'does not hold';

export function verdictOn({ low, high }: Interval, bound: Bound): Verdict {
  const [holds, fails] =
    'atLeast' in bound
      ? [low >= bound.atLeast, high < bound.atLeast]
      : [high <= bound.atMost, low > bound.atMost];
  if (holds) return 'holds';
  return fails ? 'does not hold' : 'not shown';
}

/** Whether two equal servers are told apart, so that the machine decides. */
export const isDisturbed = ({ low, high }: Interval) => !(low >= 0.97 && high <= 1.03);
