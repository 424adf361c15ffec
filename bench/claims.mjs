/** The claims about Marquee's performance, each with its figure, computed from the medians of a run. */
import { median } from './support.mjs';

/** Returns all claims whose figures were measured. */
export function claimsOf(results) {
  /** Returns the median of a figure; NaN if it was not measured. */
  function of(measure, table, row, figure) {
    const rows = results[measure]?.tables.find(({ id }) => id === table)?.rows;
    const values = rows?.find(({ id }) => id === row)?.figures[figure];
    return values ? median(values) : Number.NaN;
  }
  const least = (values) => Math.min(...values.filter(Number.isFinite));
  const cpu = (id, table = 'one') => of('uncached', table, id, 'cpu');
  const memory = (id, figure) => of('memory', 'resident', id, figure);
  const start = (id) => of('cold-start', 'first-page', id, 'time');
  const [quickjs, v8] = ['marquee-quickjs', 'marquee-v8'];

  return [
    atLeast(
      'Uncached render on V8: pages in the same CPU time, over the fastest of Node, Deno and Bun',
      least(['node', 'newer-node', 'deno', 'bun'].map((id) => cpu(id))) / cpu(v8),
      1,
    ),
    atLeast(
      'Uncached render on V8: pages in the same CPU time, over the faster of Next.js and rari',
      least([cpu('next'), cpu('rari'), cpu('rari', 'both')]) / cpu(v8),
      5,
    ),
    atMost(
      'Uncached render on QuickJS: CPU time of a page, over Node',
      cpu(quickjs) / cpu('node'),
      6,
    ),
    ...[quickjs, v8].flatMap((id) => {
      const over = (peer, table) =>
        of('cached', table, id, 'rate') / of('cached', table, peer, 'rate');
      return [
        atLeast(`Cached page, ${id}: requests/s over Next.js`, over('next', 'browsers-64'), 50),
        atLeast(`Cached page, ${id}: requests/s over rari`, over('rari', 'browsers-64'), 2),
        atLeast(
          `Cached page, ${id}: requests/s over nginx, the least of 64 and 1,024 connections, and not compressed`,
          least(
            ['browsers-64', 'browsers-1024', 'identity-64'].map((table) => over('nginx', table)),
          ),
          0.95,
        ),
        atMost(`Cold start, ${id}`, start(id), id === v8 ? 100 : 66, 'ms'),
        atMost(`Idle memory, ${id}`, memory(id, 'idle'), id === v8 ? 80 : 30, 'MB'),
        atMost(
          `Memory after load over idle memory, ${id}`,
          memory(id, 'after') / memory(id, 'idle'),
          1.5,
        ),
        atMost(
          `p99 over median at 80 % of capacity, ${id}`,
          of('latency', 'at-80', id, 'p99') / of('latency', 'at-80', id, 'median'),
          4,
        ),
      ];
    }),
  ].filter(({ value }) => Number.isFinite(value));
}

function atLeast(text, value, bound, unit = '×') {
  return { text, value, holds: value >= bound, bound: `at least ${bound} ${unit}`, unit };
}

export function atMost(text, value, bound, unit = '×') {
  return { text, value, holds: value <= bound, bound: `at most ${bound} ${unit}`, unit };
}
