/**
 * The figures of README and of docs/capacity.md, from the data of the last complete runs. `make bench` and
 * `make resilience` update them, and a test compares them.
 *
 *     node --import tsx bench/readme.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { capacity } from './capacity.ts';
import { type Goal, type Headline, headlinesOf, isSessionDisturbed, shown } from './goals.ts';
import type { Results } from './measure.ts';
import { interval, limitOf, number, table } from './report.ts';
import { failuresOf } from './resilience/load.ts';
import { type Results as FailureResults, isMeasured } from './resilience/scenario.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const results = (): { commit: string; results: Results } => JSON.parse(read('bench/results.json'));

/** The documents with figures, and what makes those. */
const documents = {
  'README.md': figures,
  'docs/capacity.md': () => `\n${capacity(results().results)}\n`,
};

/** Returns the documents as they are, and with the figures of the data. */
export const documentsWithFigures = () =>
  Object.entries(documents).map(([file, make]) => {
    const text = read(file);
    const [all, begin, old] = /(<!-- Of bench\/.* -->\n)([\s\S]*?)<!-- End/.exec(text) ?? [];
    if (!begin || old === undefined) throw new Error(`${file} lacks the marks of the figures`);
    return { file, text, withFigures: text.replace(all ?? '', () => `${begin}${make()}<!-- End`) };
  });

function figures() {
  const bench = results();
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
    '',
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

/** Updates the documents. */
export function updateDocuments() {
  for (const { file, withFigures } of documentsWithFigures()) writeFileSync(file, withFigures);
}

if (process.argv[1] === import.meta.filename) updateDocuments();
