import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFigures } from './readme.ts';

test('README has the figures of the last complete runs, and their verdicts', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(withFigures(readme)).toBe(readme);
});
