/**
 * Claims: a figure each, with its bound and how it compares with the value that was last accepted. An
 * unmet bound is a goal; a value that is worse than the accepted one by more than its tolerance is a
 * regression.
 */

export interface Claim {
  text: string;
  /** NaN if it was not measured. */
  value: number;
  limit: number;
  unit: string;
  isMinimum: boolean;
  holds: boolean;
}

/** A claim whose value must not become worse by more than its tolerance, which is a share. */
export interface GatedClaim extends Claim {
  id: string;
  tolerance: number;
}

type Verdict = 'not measured' | 'no reference' | 'REGRESSION' | 'improvement' | 'ok';

export interface ComparedClaim extends GatedClaim {
  accepted: number | undefined;
  verdict: Verdict;
}

/** Accepted values by the ids of claims. */
export type Reference = Record<string, number>;

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

/** Adds the accepted value and a verdict to a claim. */
export function compared(claim: GatedClaim, reference: Reference): ComparedClaim {
  const accepted = reference[claim.id];
  return { ...claim, accepted, verdict: verdictOn(claim, accepted) };
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
