/**
 * The figures of README and of docs/capacity.md, from the data of the last complete runs. `make bench` and
 * `make resilience` update them, and a test compares them.
 *
 *     node --import tsx bench/readme.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { capacity } from './capacity.ts';
import { comparisonsOf, inverse } from './comparisons.ts';
import type { Figure, Run } from './measure.ts';
import { interval, number, spread, table } from './report.ts';
import { failuresOf } from './resilience/load.ts';
import { type FailureRun, isMeasured } from './resilience/scenario.ts';
import { isApart, isDecided, median } from './statistics.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const lastRun = (): Run => JSON.parse(read('bench/results.json'));
const lastFailures = (): FailureRun => JSON.parse(read('bench/resilience.json'));

/** The documents with figures, and what makes those. */
const documents = {
  'README.md': () => `\n${[...figures(lastRun()), ...overload(lastFailures())].join('\n\n')}\n`,
  'docs/capacity.md': () => `\n${capacity(lastRun())}\n`,
};

/** Returns the documents as they are, and with the figures of the data. */
export const documentsWithFigures = () =>
  Object.entries(documents).map(([file, make]) => {
    const text = read(file);
    const [all, begin, old] = /(<!-- Of bench\/.* -->\n)([\s\S]*?)<!-- End/.exec(text) ?? [];
    if (!begin || old === undefined) throw new Error(`${file} lacks the marks of the figures`);
    return { file, text, withFigures: text.replace(all ?? '', () => `${begin}${make()}<!-- End`) };
  });

const peers = { node: 'Node 24', bun: 'Bun', deno: 'Deno', nginx: 'nginx' };
const none = '–';
const steadyNote =
  '*Steady* is a second reading, where it differs: one server at a time, at the end of its warm-up.';

/** What README says of a run: ratios of peers over Marquee. */
export function figures(run: Run) {
  const all = comparisonsOf(run);
  const claim = (id: string, figure: Figure) =>
    all.find(({ pair, figure: one }) => pair.id === id && one === figure)?.claim;
  /** Only what is decided; of renders also what steady turns decide, where that differs. */
  const of = (id: string, figure: Figure, steady?: string) => (peer: string) => {
    const found = claim(`${id}-${peer}`, figure);
    if (!found || !isDecided(found)) return none;
    const turns = steady ? claim(`${steady}-${peer}`, figure) : undefined;
    return turns && isApart(found, turns)
      ? `${interval(found)}; steady ${interval(turns)}`
      : interval(found);
  };
  const memory = (engine: string) => (peer: string) =>
    quotient(run.memory, 'idle', peer, engine, none);
  const rows: [string, (peer: string) => string][] = [
    ['CPU time of a render: V8, as it ships', of('shipped', 'cpu', 'turns-marquee-v8')],
    [
      'CPU time of a render: V8, with React as published',
      of('published', 'cpu', 'turns-marquee-v8-published'),
    ],
    ['CPU time of a render: QuickJS, the default, as it ships', of('quickjs', 'cpu')],
    ['CPU time of a cached page, compressed', of('cached', 'cpu')],
    ['CPU time of a cached page, with access logs', of('logged', 'cpu')],
    ['Cold start: QuickJS', of('starts-marquee-quickjs', 'time')],
    ['Cold start: V8', of('starts-marquee-v8', 'time')],
    ['Idle memory: QuickJS', memory('marquee-quickjs')],
    ['Idle memory: V8', memory('marquee-v8')],
  ];
  const cells = rows
    .map(([text, cell]) => [text, ...Object.keys(peers).map(cell)])
    .filter(([, ...row]) => row.some((cell) => cell !== none));
  const inverted = (id: string) => {
    const found = claim(id, 'cpu');
    return found ? interval(inverse(found)) : 'an unknown number of';
  };
  const instructions = quotient(
    run.instructions,
    'instructions',
    'cached',
    'nginx',
    'an unknown number of',
  );
  return [
    `At commit ${run.commit}, load average ${spread(run.loads, 1)}, starts of each pair: ${run.starts}:`,
    table(['Peer over Marquee', ...Object.values(peers)], cells),
    ...(cells.flat().some((cell) => cell.includes('steady')) ? [steadyNote] : []),
    'QuickJS, the default engine, is for pages that the cache serves: a render takes ' +
      `${inverted('quickjs-node')} times the CPU time of Node 24. A cached page takes ` +
      `${inverted('cached-nginx')} times the CPU time of nginx, and ${instructions} times its instructions.`,
  ].map(wrapped);
}

/** The longest line of Markdown. */
const width = 110;

/** Breaks the lines of a paragraph. */
function wrapped(paragraph: string) {
  if (paragraph.startsWith('|')) return paragraph;
  let length = 0;
  return paragraph.replace(/( ?)(\S+)/g, (_, space: string, word: string) => {
    const fits = length + space.length + word.length <= width;
    length = fits ? length + space.length + word.length : word.length;
    return `${fits ? space : '\n'}${word}`;
  });
}

function quotient(rows: Run['memory'], key: string, over: string, under: string, missing: string) {
  const middle = (row: string) => median(rows.find(({ id }) => id === row)?.figures[key] ?? []);
  const ratio = middle(over) / middle(under);
  return Number.isNaN(ratio) ? missing : number(ratio, 2);
}

/** For each server, what becomes of the requests at each load. */
function overload({ commit, results: { overload: results = {} } }: FailureRun) {
  const head = [
    'Pages within a second, % of the capacity',
    'Capacity offered',
    '1.5 times',
    '3 times',
    'App shells, % of all requests',
    'Neither',
  ];
  const rows = Object.entries({ marquee: 'Marquee, QuickJS', node: 'Node 24' }).map(
    ([id, name]) => {
      const runs = (results[id] ?? []).filter(isMeasured);
      const goodput = [0, 1, 2].map((load) =>
        spread(
          runs.map((run) => run.goodput?.[load] ?? Number.NaN),
          0,
        ),
      );
      const shells = runs.map(
        (run) => (100 * (run.reasons['page without content'] ?? 0)) / run.requests,
      );
      const others = runs.map(
        (run, place) => (100 * failuresOf(run)) / run.requests - (shells[place] ?? 0),
      );
      return [name, ...goodput, spread(shells, 0), spread(others, 0)];
    },
  );
  if (!results.marquee) return [];
  return [
    `At commit ${commit}, when more renders are requested than one process can do, in ${results.marquee.length} runs each:`,
    table(head, rows),
  ];
}

/** Updates the documents. */
export function updateDocuments() {
  for (const { file, withFigures } of documentsWithFigures()) writeFileSync(file, withFigures);
}

if (process.argv[1] === import.meta.filename) updateDocuments();
