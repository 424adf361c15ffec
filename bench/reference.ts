/** The accepted value of each claim: those of the last run that was recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { GatedClaim, Reference } from './claim.ts';

const file = 'bench/claims.json';

/** Returns the accepted values by the ids of the claims. */
export const readReference = (): Reference => JSON.parse(readFileSync(file, 'utf8'));

/** Accepts the values of these claims, and returns the path of the file. */
export function writeReference(claims: GatedClaim[]) {
  const values = claims.map(({ id, value }) => [id, Number(value.toPrecision(4))]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`);
  return file;
}
