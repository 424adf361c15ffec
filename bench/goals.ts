/** The goals of the project, which RESULTS.md compares with a run; README has none. */
import { comparisonsOf, inverse } from './comparisons.ts';
import type { Figure, Run } from './measure.ts';
import { type Interval, median } from './statistics.ts';

/** A goal, and what a run shows of it: `not shown` is an interval that has the limit inside. */
export interface Goal {
  text: string;
  figure: Interval | undefined;
  atLeast?: number;
  atMost?: number;
  verdict: 'holds' | 'does not hold' | 'not shown';
}

/** Returns the goals with the figures of a run. */
export function goalsOf(run: Run): Goal[] {
  const all = comparisonsOf(run);
  const claim = (id: string, figure: Figure) =>
    all.find((one) => one.pair.id === id && one.figure === figure)?.claim;
  const fastest = ['node', 'bun', 'deno']
    .map((peer) => claim(`turns-marquee-v8-${peer}`, 'cpu'))
    .filter((one) => one !== undefined)
    .toSorted((a, b) => a.estimate - b.estimate)[0];
  const cached = claim('cached-nginx', 'cpu');
  const count = (id: string) =>
    median(run.instructions.find((row) => row.id === id)?.figures.instructions ?? []);
  const ratio = count('cached') / count('nginx');
  return [
    goal('CPU time of a render in steady turns, the fastest runtime over Marquee on V8', fastest, {
      atLeast: 1.6,
    }),
    goal('CPU time of a cached page, Marquee over nginx', cached && inverse(cached), {
      atMost: 1.15,
    }),
    goal(
      'Instructions of a cached page, Marquee over nginx',
      Number.isNaN(ratio) ? undefined : { estimate: ratio, low: ratio, high: ratio },
      { atMost: 1.45 },
    ),
  ];
}

function goal(
  text: string,
  figure: Interval | undefined,
  limit: Pick<Goal, 'atLeast' | 'atMost'>,
): Goal {
  return { text, figure, ...limit, verdict: verdictOn(figure, limit) };
}

function verdictOn(
  figure: Interval | undefined,
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Partial<Goal>,
) {
  if (!figure) return 'not shown';
  if (figure.low >= atLeast && figure.high <= atMost) return 'holds';
  return figure.high < atLeast || figure.low > atMost ? 'does not hold' : 'not shown';
}
