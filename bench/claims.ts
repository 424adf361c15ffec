/** The claims about Marquee's performance, each with its figure, computed from the medians of a run. */
import { atLeast, atMost, type Claim, type GatedClaim } from './claim.ts';
import type { Results } from './measure.ts';
import { median } from './statistics.ts';

/** Tolerances until several runs have shown them; 99th percentiles vary more between runs. */
const tolerance = 0.1;
const percentileTolerance = 0.3;

const quickjs = 'marquee-quickjs';
const v8 = 'marquee-v8';
const engines = [
  { id: quickjs, name: 'QuickJS', coldStart: 40, idle: 25 },
  { id: v8, name: 'V8', coldStart: 55, idle: 45 },
];

/** Returns all claims. The value of one without its figures is NaN. */
export function claimsOf(results: Results): GatedClaim[] {
  /** Returns the median of a figure; NaN if it was not measured. */
  function of(measure: string, table: string, row: string, figure: string) {
    const rows = results[measure]?.tables.find(({ id }) => id === table)?.rows;
    const values = rows?.find(({ id }) => id === row)?.figures[figure];
    return values ? median(values) : Number.NaN;
  }
  const cpu = (table: string, id: string) => of('uncached', table, id, 'cpu');
  const leastCpu = (table: string, ids: string[]) => Math.min(...ids.map((id) => cpu(table, id)));
  /** A figure of a cached page over a peer's; of the engine that is worse. */
  const cached = (
    worse: (...values: number[]) => number,
    table: string,
    figure: string,
    peer: string,
  ) =>
    worse(...engines.map(({ id }) => of('cached', table, id, figure))) /
    of('cached', table, peer, figure);
  const rate = (table: string, peer: string) => cached(Math.min, table, 'rate', peer);

  const published = leastCpu('own-api', ['newer-node', 'deno', 'bun']);

  return [
    gated(
      'uncached-v8-published',
      atLeast(
        'Uncached render on V8, React as published everywhere: CPU time of the fastest of Node 24, Deno and Bun, over Marquee',
        published / cpu('own-api', `${v8}-published`),
        1.5,
      ),
    ),
    gated(
      'uncached-v8',
      atLeast(
        'Uncached render on V8, with the patch of React in Marquee alone: CPU time of the fastest of Node 24, Deno and Bun, over Marquee',
        published / cpu('own-api', v8),
        1.8,
      ),
    ),
    gated(
      'uncached-v8-same-bundle',
      atLeast(
        'Uncached render on V8: CPU time of the fastest other host of the same bundle, over Marquee',
        leastCpu('same-bundle', ['bundle-node', 'bundle-newer-node', 'bundle-deno', 'bundle-bun']) /
          cpu('same-bundle', v8),
        1.1,
      ),
    ),
    gated(
      'uncached-v8-frameworks',
      atLeast(
        'Uncached render on V8: CPU time of the faster of Next.js and rari, over Marquee',
        Math.min(leastCpu('own-api', ['next', 'rari']), cpu('several', 'rari')) /
          cpu('own-api', v8),
        5,
      ),
    ),
    gated(
      'uncached-quickjs',
      atMost(
        'Uncached render on QuickJS: CPU time over React as published',
        cpu('own-api', quickjs) / cpu('own-api', `${quickjs}-published`),
        0.6,
      ),
    ),
    gated(
      'cached',
      atLeast('Cached page, compressed: requests/s over nginx', rate('browsers-64', 'nginx'), 0.8),
    ),
    gated(
      'cached-identity',
      atLeast(
        'Cached page, not compressed: requests/s over nginx',
        rate('identity-64', 'nginx'),
        0.75,
      ),
    ),
    gated(
      'cached-logged',
      atLeast(
        'Cached page, with access logs: requests/s over nginx',
        rate('logged-64', 'nginx'),
        0.75,
      ),
    ),
    gated(
      'cached-p99',
      atMost(
        'Cached page, 1,024 connections: p99 over nginx',
        cached(Math.max, 'browsers-1024', 'p99', 'nginx'),
        1.3,
      ),
      percentileTolerance,
    ),
    gated(
      'cached-next',
      atLeast('Cached page, compressed: requests/s over Next.js', rate('browsers-64', 'next'), 50),
    ),
    gated(
      'cached-rari',
      atLeast('Cached page, compressed: requests/s over rari', rate('browsers-64', 'rari'), 2),
    ),
    gated(
      'latency-v8',
      atMost(
        'Uncached render on V8: p99 over median at 80 % of capacity',
        of('latency', 'at-80', v8, 'p99') / of('latency', 'at-80', v8, 'median'),
        4,
      ),
      percentileTolerance,
    ),
    ...engines.flatMap(({ id, name, coldStart, idle }) => [
      gated(
        `cold-start-${id}`,
        atMost(`Cold start, ${name}`, of('cold-start', 'first-page', id, 'time'), coldStart, 'ms'),
      ),
      gated(
        `idle-memory-${id}`,
        atMost(`Idle memory, ${name}`, of('memory', 'resident', id, 'idle'), idle, 'MB'),
      ),
      gated(
        `reload-memory-${id}`,
        atMost(
          `Memory after all reloads over that after one, ${name}`,
          of('reload', 'resident', id, 'growth'),
          1.2,
        ),
      ),
    ]),
    gated(
      'first-load',
      atMost(
        'First-load JavaScript, Brotli',
        of('first-load', 'scripts', 'marquee', 'br') / 1000,
        72,
        'KB',
      ),
    ),
    gated(
      'wire',
      atMost('Page with Brotli, headers included', of('wire', 'bytes', quickjs, 'br'), 7000, 'B'),
    ),
  ];
}

/** A claim whose value must not become worse. */
function gated(id: string, claim: Claim, largestChange = tolerance): GatedClaim {
  return { id, ...claim, tolerance: largestChange };
}
