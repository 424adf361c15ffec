/**
 * Claims: a figure each, with its bound and how it compares with the value that was last accepted. An
 * unmet bound is a goal; a value that is worse than the accepted one by more than its tolerance is a
 * regression.
 */
import { median } from './statistics.ts';

export interface Claim {
  text: string;
  /** NaN if it was not measured. */
  value: number;
  limit: number;
  unit: string;
  isMinimum: boolean;
  holds: boolean;
}

/** A claim whose value must not become worse. */
export interface GatedClaim extends Claim {
  id: string;
  /** Largest accepted change for the worse, as a share, until several runs of one build show it. */
  tolerance: number;
}

type Verdict = 'not measured' | 'no reference' | 'REGRESSION' | 'improvement' | 'ok';

export interface ComparedClaim extends GatedClaim {
  accepted: number | undefined;
  verdict: Verdict;
}

/** The values of a run, by the ids of claims. */
export type Values = Record<string, number>;

/** The runs of one build that show how much a value varies. */
const enoughRuns = 3;

/** Least tolerance: a few runs may happen to have the same value. */
const leastTolerance = 0.02;

export const atLeast = (text: string, value: number, limit: number, unit = '×'): Claim => ({
  text,
  value,
  limit,
  unit,
  isMinimum: true,
  holds: value >= limit,
});

export const atMost = (text: string, value: number, limit: number, unit = '×'): Claim => ({
  text,
  value,
  limit,
  unit,
  isMinimum: false,
  holds: value <= limit,
});

export const isMeasured = ({ value }: Claim) => Number.isFinite(value);

/** Adds the accepted value, its tolerance and a verdict to a claim; `runs` are those of the accepted build. */
export function compared(claim: GatedClaim, runs: Values[]): ComparedClaim {
  const values = runs.flatMap((run) => run[claim.id] ?? []);
  const accepted = values.length === 0 ? undefined : median(values);
  const tolerance = toleranceOf(values) ?? claim.tolerance;
  return { ...claim, accepted, tolerance, verdict: verdictOn({ ...claim, tolerance }, accepted) };
}

/** Twice the largest deviation of a run from their median, as a share; undefined for too few runs. */
function toleranceOf(values: number[]) {
  if (values.length < enoughRuns) return undefined;
  const deviations = values.map((value) => Math.abs(value / median(values) - 1));
  return Math.max(leastTolerance, 2 * Math.max(...deviations));
}

function verdictOn(claim: GatedClaim, accepted: number | undefined): Verdict {
  if (!isMeasured(claim)) return 'not measured';
  if (accepted === undefined) return 'no reference';
  const { value, isMinimum, tolerance } = claim;
  const change = value / accepted - 1;
  const gain = isMinimum ? change : -change;
  if (gain < -tolerance) return 'REGRESSION';
  return gain > tolerance ? 'improvement' : 'ok';
}

/** Returns whether no claim is worse than accepted, and none is unknown. */
export const passes = (claims: ComparedClaim[]) =>
  claims.every(({ verdict }) => verdict !== 'REGRESSION' && verdict !== 'not measured');
