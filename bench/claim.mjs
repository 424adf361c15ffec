/**
 * Claims: a figure each, with its bound and how it compares with the value that was last accepted. An
 * unmet bound is a goal; a value that is worse than the accepted one by more than its tolerance is a
 * regression.
 */

export const atLeast = (text, value, limit, unit = '×') => ({
  text,
  value,
  limit,
  unit,
  isMinimum: true,
  holds: value >= limit,
});

export const atMost = (text, value, limit, unit = '×') => ({
  text,
  value,
  limit,
  unit,
  isMinimum: false,
  holds: value <= limit,
});

export const isMeasured = ({ value }) => Number.isFinite(value);

/**
 * Adds the accepted value and a verdict to a claim.
 *
 * @param reference accepted values by the ids of claims
 */
export function compared(claim, reference) {
  const accepted = reference[claim.id];
  return { ...claim, accepted, verdict: verdictOn(claim, accepted) };
}

function verdictOn(claim, accepted) {
  if (!isMeasured(claim)) return 'not measured';
  if (accepted === undefined) return 'no reference';
  const { value, isMinimum, tolerance } = claim;
  const change = value / accepted - 1;
  const gain = isMinimum ? change : -change;
  if (gain < -tolerance) return 'REGRESSION';
  return gain > tolerance ? 'improvement' : 'ok';
}

/** Returns whether no claim is worse than accepted, and none is unknown. */
export const passes = (claims) =>
  claims.every(({ verdict }) => verdict !== 'REGRESSION' && verdict !== 'not measured');
