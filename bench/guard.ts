/**
 * Instruction-count regression test of the home page: compares the counts of `instructions.ts`, of programs of the
 * profile `fast-build`, with `bench/guard.json`.
 *
 *     make bench-guard                             exits with status 1 if a count exceeds its tolerance
 *     node --import tsx bench/guard.ts --update    updates the reference counts after an intended change
 *     node --import tsx bench/guard.ts --only=cached,nginx
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { count, subjects } from './instructions.ts';

const referenceFile = 'bench/guard.json';

/** Where `make bench-guard` puts the programs. */
const programs = resolve('target/guard');

interface Reference {
  architecture: string;
  instructions: Record<string, number>;
}

/** Largest difference from a reference count that is none, as a share. */
const tolerance = 0.02;

const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(2)} %`;

function verdict(now: number, reference: number | undefined) {
  if (!reference) return 'no reference';
  const difference = now / reference - 1;
  const name =
    Math.abs(difference) <= tolerance ? 'ok' : difference > 0 ? 'REGRESSION' : 'improvement';
  return `${percent(difference)} from ${reference.toLocaleString('en')}: ${name}`;
}

const { update, only } = parseArgs({
  options: { update: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values;
const reference: Reference = JSON.parse(readFileSync(referenceFile, 'utf8'));
if (!update && reference.architecture !== process.arch) {
  throw new Error(
    `${referenceFile} is for ${reference.architecture}, and this machine is ${process.arch}`,
  );
}
const counts: Record<string, number> = {};
for (const subject of subjects) {
  const { id, name, program } = subject;
  if (only && !only.split(',').includes(id)) continue;
  if (!existsSync(join(programs, program))) {
    console.log(`${name}: left out, ${program} is not built`);
    continue;
  }
  const now = await count(subject, programs);
  counts[id] = now;
  const compared = verdict(now, reference.instructions[id]);
  console.log(`${name}: ${now.toLocaleString('en')} instructions, ${compared}`);
  if (compared.endsWith('REGRESSION') && !update) process.exitCode = 1;
}
const { cached, nginx } = counts;
if (cached && nginx) {
  console.log(`a cached response over that of nginx: ${(cached / nginx).toFixed(2)}`);
}
if (update) {
  const instructions = { ...reference.instructions, ...counts };
  const updated: Reference = { architecture: process.arch, instructions };
  writeFileSync(referenceFile, `${JSON.stringify(updated, null, 2)}\n`);
  console.log(`${referenceFile} updated`);
}
