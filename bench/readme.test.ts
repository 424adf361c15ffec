import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coresOfPod, figuresOf, requested, traffic } from './capacity.ts';
import type { Run } from './measure.ts';
import { documentsWithFigures } from './readme.ts';
import { report } from './report.ts';

const run: Run = JSON.parse(readFileSync('bench/results.json', 'utf8'));

test('documents have the figures of the last complete runs, and their verdicts', () => {
  for (const { file, text, withFigures } of documentsWithFigures())
    expect(withFigures, file).toBe(text);
});

test('the report is that of the data', () => {
  expect(readFileSync('bench/RESULTS.md', 'utf8')).toBe(`${report(run)}\n`);
});

test('requests of the manifests carry what docs/capacity.md says', () => {
  const quickjs = figuresOf(run, 'quickjs');
  const cores = coresOfPod(quickjs, 2 * traffic, requested.pods - 1);
  expect(cores).toBeLessThan(requested.cores * requested.utilization);
  const documented = readFileSync('docs/settings.md', 'utf8');
  const of = (row: RegExp) => Number(row.exec(documented)?.[1]);
  const connections =
    (of(/`MAX_CONNECTIONS` \| `(\d+)`/) * of(/Each connection \| (\d+) KiB/)) / 1024;
  const memory = (quickjs.memory * 1e6) / 2 ** 20 + connections + requested.heap;
  expect(memory).toBeLessThanOrEqual(requested.memory);
  // Neither is more than it has to be.
  expect(cores).toBeGreaterThan((requested.cores * requested.utilization) / 2);
  expect(memory).toBeGreaterThan(requested.memory / 2);
});
