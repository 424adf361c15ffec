/** The accepted values of the claims: those of the runs of one build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ComparedClaim, isMeasured, type Values } from './claim.ts';

const file = 'bench/claims.json';

/** What a worse value is explained in. */
const explanations = 'bench/README.md';

interface Accepted {
  commit: string;
  runs: Values[];
}

const read = (): Accepted => JSON.parse(readFileSync(file, 'utf8'));

export const readReference = () => read().runs;

/**
 * Accepts the values of a complete run of this commit; those of another run of the accepted commit count beside
 * its earlier ones. Rejects a regression without a line in `bench/README.md` that has the claim's id and
 * the value.
 */
export function accept(claims: ComparedClaim[], commit: string) {
  if (commit.includes(' ')) throw new Error(`the run was of ${commit}: commit them first`);
  const unknown = claims.filter((claim) => !isMeasured(claim)).map(({ id }) => id);
  if (unknown.length > 0) throw new Error(`the run did not measure ${unknown.join(', ')}`);
  const accepted = read();
  const isRepeated = commit === accepted.commit;
  const reasons = readFileSync(explanations, 'utf8');
  const unexplained = unexplainedRegressions(claims, reasons);
  if (!isRepeated && unexplained.length > 0) {
    throw new Error(
      `worse than accepted, without a line in ${explanations} that says why:\n${unexplained.join('\n')}`,
    );
  }
  const run = Object.fromEntries(claims.map(({ id, value }) => [id, Number(short(value))]));
  const next: Accepted = { commit, runs: isRepeated ? [...accepted.runs, run] : [run] };
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
}

/** Returns the beginning of the line that each regression without a reason needs. */
export const unexplainedRegressions = (claims: ComparedClaim[], reasons: string) =>
  claims
    .filter(({ verdict }) => verdict === 'REGRESSION')
    .map(({ id, value }) => `- \`${id}\`: ${short(value)} `)
    .filter((line) => !reasons.includes(`\n${line}`));

const short = (value: number) => value.toPrecision(4);
