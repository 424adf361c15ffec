/** The figures that README has of Marquee's performance, each with its goal, and what a run shows of it. */
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
  /** Without one, the figure is what it is. */
  bound?: Bound;
  unit: string;
  /** Whether a wall clock decides: what was counted holds on a machine that is disturbed, too. */
  isTimed: boolean;
}

/** A row of README: a figure of each engine, the default one first. */
export interface Headline {
  text: string;
  quickjs: Goal;
  /** None of what does not depend on the engine. */
  v8?: Goal;
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

export const shown = (
  { figure, bound, isTimed }: Goal,
  isDisturbed: boolean,
): Shown | undefined => {
  if (!bound) return undefined;
  return isTimed && isDisturbed
    ? 'not claimed, since the machine was disturbed'
    : verdictOn(figure, bound);
};

/** Returns what README says. The figure of what was not measured is NaN. */
export function headlinesOf(results: Results): Headline[] {
  const ratio = ratiosOf(results);
  /** Of several rows, the one with the least ratio. */
  const both = (
    text: string,
    place: Place,
    rows: (marquee: string) => { over: string[]; under: string },
    bounds: { quickjs?: Bound; v8?: Bound },
    isTimed = true,
  ): Headline => {
    const of = (engine: 'quickjs' | 'v8', name: string): Goal => {
      const { over, under } = rows(`marquee-${engine}`);
      const [figure = exactly(Number.NaN)] = over
        .map((row) => ratio(place, row, under))
        .filter(({ estimate }) => !Number.isNaN(estimate))
        .toSorted((a, b) => a.estimate - b.estimate);
      const bound = bounds[engine];
      return { text: `${text}: ${name}`, figure, unit: '×', isTimed, ...(bound && { bound }) };
    };
    return { text, quickjs: of('quickjs', 'QuickJS'), v8: of('v8', 'V8') };
  };
  const overMarquee = (marquee: string) => ({ over: ['newer-node'], under: marquee });
  const instructions = 'Instructions of a cached response: over those of nginx';
  return [
    both(
      'CPU time of a render, React as published: the fastest of Node 24, Deno and Bun over Marquee',
      ['uncached', 'own-api', 'cpu'],
      (marquee) => ({ over: ['newer-node', 'deno', 'bun'], under: `${marquee}-published` }),
      { v8: { atLeast: 1.5 } },
    ),
    both(
      'Cached page, compressed, requests/s: Marquee over nginx',
      ['cached', 'browsers-64', 'rate'],
      (marquee) => ({ over: [marquee], under: 'nginx' }),
      { quickjs: { atLeast: 0.8 }, v8: { atLeast: 0.8 } },
    ),
    {
      text: instructions,
      quickjs: {
        text: instructions,
        figure: ratio(['instructions', 'responses', 'instructions'], 'cached', 'nginx'),
        bound: { atMost: 1.5 },
        unit: '×',
        isTimed: false,
      },
    },
    both('Cold start: Node 24 over Marquee', ['cold-start', 'first-page', 'time'], overMarquee, {
      quickjs: { atLeast: 2 },
      v8: { atLeast: 2 },
    }),
    both(
      'Idle memory: Node 24 over Marquee',
      ['memory', 'resident', 'idle'],
      overMarquee,
      { quickjs: { atLeast: 2.5 }, v8: { atLeast: 1.5 } },
      false,
    ),
  ];
}

export const goalsOf = (results: Results) =>
  headlinesOf(results).flatMap(({ quickjs, v8 }) => (v8 ? [quickjs, v8] : [quickjs]));

/** Returns the ratios that other documents quote. */
export function otherRatios(results: Results): [text: string, figure: Interval][] {
  const ratio = ratiosOf(results);
  const engines = [
    ['QuickJS', 'marquee-quickjs'],
    ['V8', 'marquee-v8'],
  ] as const;
  const all = engines.flatMap(([name, row]): [string, Interval][] => [
    [
      `CPU time of a render on ${name}: with the patch of React over React as published`,
      ratio(['uncached', 'own-api', 'cpu'], row, `${row}-published`),
    ],
    [
      `CPU time of a render: Next.js over Marquee on ${name}`,
      ratio(['uncached', 'own-api', 'cpu'], 'next', row),
    ],
    [
      `CPU time of a render: rari over Marquee on ${name}`,
      ratio(['uncached', 'own-api', 'cpu'], 'rari', row),
    ],
    [
      `Cached page, compressed, with access logs, requests/s: Marquee on ${name} over nginx`,
      ratio(['cached', 'logged-64', 'rate'], row, 'nginx'),
    ],
  ]);
  return all.filter(([, { estimate }]) => !Number.isNaN(estimate));
}

/** A figure of the rows of a measure's table. */
type Place = [measure: string, table: string, figure: string];

/** Returns how to compare a figure of two rows. */
const ratiosOf =
  (results: Results) =>
  ([measure, table, figure]: Place, over: string, under: string) => {
    const rows = results[measure]?.tables.find(({ id }) => id === table)?.rows;
    const valuesOf = (row: string) => rows?.find(({ id }) => id === row)?.figures[figure] ?? [];
    return pairedRatio(valuesOf(over), valuesOf(under));
  };
