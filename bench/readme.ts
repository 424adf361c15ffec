/**
 * README's figures, from the data of the last complete runs. `make bench` and `make resilience` update them, and a
 * test compares them.
 *
 *     node --import tsx bench/readme.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Goal, type Headline, headlinesOf, isSessionDisturbed, shown } from './goals.ts';
import type { Results } from './measure.ts';
import { interval, limitOf, number, table } from './report.ts';
import { failuresOf } from './resilience/load.ts';
import { type Results as FailureResults, isMeasured } from './resilience/scenario.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const begin = '<!-- Of bench/results.json and bench/resilience.json, by bench/readme.ts. -->\n';
const end = '\n<!-- End of the figures. -->';

/** Returns README with the figures of the data. */
export function withFigures(readme: string) {
  const [before, rest = ''] = readme.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error('README.md lacks the marks of the figures');
  return `${before}${begin}${figures()}${end}${after}`;
}

function figures() {
  const bench: { commit: string; results: Results } = JSON.parse(read('bench/results.json'));
  const failures: { commit: string; results: FailureResults } = JSON.parse(
    read('bench/resilience.json'),
  );
  const isDisturbed = isSessionDisturbed(bench.results);
  const rows = headlinesOf(bench.results).map((headline) => row(headline, isDisturbed));
  return [
    `At commit ${bench.commit}:\n`,
    table(['', 'QuickJS, the default', 'V8', 'Goal'], rows),
    `\nAt commit ${failures.commit}, offered up to three times the renders that one process can do:\n`,
    overload(failures.results),
  ].join('\n');
}

function row({ text, quickjs, v8 }: Headline, isDisturbed: boolean) {
  const cell = (goal: Goal | undefined) => {
    if (!goal) return '';
    const verdict = shown(goal, isDisturbed);
    return `${interval(goal.figure)}${verdict ? `: ${verdict}` : ''}`;
  };
  const limits = [quickjs, v8].map((goal) => (goal?.bound ? limitOf(goal.bound) : ''));
  return [text, cell(quickjs), cell(v8), [...new Set(limits.filter(Boolean))].join(', ')];
}

/** For each server, what becomes of those who get a page, and of the others. */
function overload({ overload: results = {} }: FailureResults) {
  const head = [
    '',
    'Pages within a second, of its capacity',
    'App shells, which the browser renders, of all requests',
    'Neither, of all requests',
  ];
  const rows = Object.entries({ marquee: 'Marquee', next: 'Next.js', rari: 'rari' });
  return table(
    head,
    rows.map(([id, name]) => {
      const result = results[id];
      if (!result || !isMeasured(result)) return [name, '–', '–', '–'];
      const shells = result.reasons['page without content'] ?? 0;
      const shares = [shells, failuresOf(result) - shells].map((count) => count / result.requests);
      const all = [result.goodput ?? Number.NaN, ...shares.map((share) => 100 * share)];
      return [name, ...all.map((value) => `${number(value, 0)} %`)];
    }),
  );
}

/** Updates README. */
export const updateReadme = () => writeFileSync('README.md', withFigures(read('README.md')));

if (process.argv[1] === import.meta.filename) updateReadme();
