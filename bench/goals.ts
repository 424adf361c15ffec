/** What README says about Marquee's performance: comparisons, each with its goal, and what a run shows of it. */
import type { Results } from './measure.ts';
import {
  type Bound,
  exactly,
  type Interval,
  isDisturbed,
  pairedRatio,
  type Verdict,
  verdictOn,
} from './statistics.ts';

export interface Goal {
  text: string;
  figure: Interval;
  bound: Bound;
  unit: string;
  /** Whether a wall clock decides: what was counted holds on a machine that is disturbed, too. */
  isTimed: boolean;
}

type Shown = Verdict | 'not claimed, since the machine was disturbed';

/** Returns the ratios of a server to the same server, in each measure that has both. */
export const nullPairs = (results: Results) =>
  Object.entries(results).flatMap(([measure, { tables }]) =>
    tables.flatMap(({ id, rows }) =>
      rows
        .filter((row) => row.id.endsWith(again))
        .map((row) => {
          const first = rows.find(({ id }) => `${id}${again}` === row.id);
          const [key = '', values = []] = Object.entries(row.figures)[0] ?? [];
          return {
            name: `${row.name} over the same, ${measure}, ${id}`,
            ratio: pairedRatio(values, first?.figures[key] ?? []),
          };
        }),
    ),
  );

/** The end of the id of a row that has the server of another row once more. */
export const again = '-again';

export const isSessionDisturbed = (results: Results) => {
  const pairs = nullPairs(results);
  return pairs.length === 0 || pairs.some(({ ratio }) => isDisturbed(ratio));
};

export const shown = ({ figure, bound, isTimed }: Goal, isDisturbed: boolean): Shown =>
  isTimed && isDisturbed
    ? 'not claimed, since the machine was disturbed'
    : verdictOn(figure, bound);

const quickjs = 'marquee-quickjs';
const v8 = 'marquee-v8';

/** A table of a measure, a row of it, and a figure of the row. */
type Place = [measure: string, table: string, row: string, figure: string];

/** Returns all goals. The figure of one that was not measured is NaN. */
export function goalsOf(results: Results): Goal[] {
  const valuesOf = ([measure, table, row, figure]: Place) =>
    results[measure]?.tables.find(({ id }) => id === table)?.rows.find(({ id }) => id === row)
      ?.figures[figure] ?? [];
  /** Of several ratios, the one that is closest to missing the goal decides. */
  const compared = (text: string, pairs: [Place, Place][], bound: Bound): Goal => {
    const sign = 'atLeast' in bound ? 1 : -1;
    const ratios = pairs.map(([over, under]) => pairedRatio(valuesOf(over), valuesOf(under)));
    const measured = ratios.filter(({ estimate }) => !Number.isNaN(estimate));
    const [figure = exactly(Number.NaN)] = measured.toSorted(
      (a, b) => sign * (a.estimate - b.estimate),
    );
    return { text, figure, bound, unit: '×', isTimed: true };
  };
  const counted = (text: string, value: number | undefined, bound: Bound, unit: string): Goal => ({
    text,
    figure: exactly(value ?? Number.NaN),
    bound,
    unit,
    isTimed: false,
  });
  const cpu = (row: string): Place => ['uncached', 'own-api', row, 'cpu'];
  const instructions = (row: string) =>
    valuesOf(['instructions', 'responses', row, 'instructions'])[0] ?? Number.NaN;
  const published = ['newer-node', 'deno', 'bun'];
  const cached = (table: string, figure: string, peer: string): [Place, Place][] =>
    [quickjs, v8].map((row) => [
      ['cached', table, row, figure],
      ['cached', table, peer, figure],
    ]);
  return [
    compared(
      'CPU time of a render, React as published: the fastest of Node 24, Deno and Bun over Marquee on V8',
      published.map((peer) => [cpu(peer), cpu(`${v8}-published`)]),
      { atLeast: 1.5 },
    ),
    compared(
      'CPU time of a render on QuickJS: with the patch of React over React as published',
      [[cpu(quickjs), cpu(`${quickjs}-published`)]],
      { atMost: 0.6 },
    ),
    compared(
      'CPU time of a render: the faster of Next.js and rari over Marquee on V8',
      ['next', 'rari', 'rari-4'].map((peer) => [cpu(peer), cpu(v8)]),
      { atLeast: 5 },
    ),
    counted(
      'Instructions of a cached response: over those of nginx',
      instructions('cached') / instructions('nginx'),
      { atMost: 1.5 },
      '×',
    ),
    compared(
      'Cached page, compressed: requests/s over nginx',
      cached('browsers-64', 'rate', 'nginx'),
      {
        atLeast: 0.8,
      },
    ),
    compared(
      'Cached page, compressed, with access logs: requests/s over nginx',
      cached('logged-64', 'rate', 'nginx'),
      { atLeast: 0.75 },
    ),
    ...[quickjs, v8].flatMap((row) => [
      compared(
        `Cold start: Node 24 over ${row}`,
        [
          [
            ['cold-start', 'first-page', 'newer-node', 'time'],
            ['cold-start', 'first-page', row, 'time'],
          ],
        ],
        { atLeast: 2 },
      ),
      {
        ...compared(
          `Idle memory: Node 24 over ${row}`,
          [
            [
              ['memory', 'resident', 'newer-node', 'idle'],
              ['memory', 'resident', row, 'idle'],
            ],
          ],
          { atLeast: row === v8 ? 1.5 : 2.5 },
        ),
        isTimed: false,
      },
      counted(
        `Memory after all reloads over that after one: ${row}`,
        valuesOf(['reload', 'resident', row, 'growth'])[0],
        { atMost: 1.05 },
        '×',
      ),
    ]),
    counted(
      'Page with Brotli, headers included',
      valuesOf(['wire', 'bytes', quickjs, 'br'])[0],
      { atMost: 7000 },
      'B',
    ),
    counted(
      'First-load JavaScript, Brotli',
      valuesOf(['first-load', 'scripts', 'marquee', 'br'])[0],
      { atMost: 70_000 },
      'B',
    ),
  ];
}
