/** The claims about Marquee's performance, each with its figure, computed from the medians of a run. */
import { median } from './support.mjs';

const engines = [
  { id: 'marquee-quickjs', name: 'QuickJS' },
  { id: 'marquee-v8', name: 'V8' },
];

const peerNames = {
  node: 'Node',
  'newer-node': 'Node 24',
  deno: 'Deno',
  bun: 'Bun',
  next: 'Next.js',
  rari: 'rari',
};

/** Returns medians of a run by measure, table, row and figure; `undefined` if it was not measured. */
function reader(results) {
  return (measure, table, row, figure) => {
    const rows = results[measure]?.tables.find(({ id }) => id === table)?.rows;
    const values = rows?.find(({ id }) => id === row)?.figures[figure];
    return values && median(values);
  };
}

const atLeast = (text, value, bound, unit = '×') =>
  claim(text, value, value >= bound, `at least ${bound}`, unit);
const below = (text, value, bound, unit) =>
  claim(text, value, value < bound, `below ${bound}`, unit);
const atMost = (text, value, bound, unit = '×') =>
  claim(text, value, value <= bound, `at most ${Number(bound.toFixed(2))}`, unit);

function claim(text, value, holds, bound, unit) {
  return { text, value, holds, bound: `${bound} ${unit}`, unit };
}

/** Returns all claims whose figures were measured. */
export function claimsOf(results) {
  const of = reader(results);
  return [
    ...uncachedClaims(of),
    ...cachedClaims(of),
    ...startClaims(of),
    ...memoryClaims(of),
    ...latencyClaims(of),
  ].filter(({ value }) => Number.isFinite(value));
}

function uncachedClaims(of) {
  const cpu = (id, table = 'one') => of('uncached', table, id, 'cpu');
  const memory = (id) => of('memory', 'resident', id, 'peak');
  const v8 = cpu('marquee-v8');
  const fastest = Math.min(
    ...['node', 'newer-node', 'deno', 'bun'].map((id) => cpu(id) ?? Infinity),
  );
  const rari = Math.min(cpu('rari') ?? Infinity, cpu('rari', 'both') ?? Infinity);
  const pages = 'pages rendered in the same CPU time';
  const rate = (id) => of('uncached', 'one', id, 'rate');
  const over = (peer) => rate('marquee-v8') / rate(peer);
  return [
    atLeast(
      `Uncached render on V8: ${pages}, over the fastest of Node, Deno and Bun`,
      fastest / v8,
      1,
    ),
    atLeast(`Uncached render on V8: ${pages}, over Node`, cpu('node') / v8, 1.5),
    atLeast(`Uncached render on V8: ${pages}, over Node 24`, cpu('newer-node') / v8, 1),
    atLeast(`Uncached render on V8: ${pages}, over Next.js`, cpu('next') / v8, 5),
    atLeast(
      `Uncached render on V8: ${pages}, over rari with its best number of engines`,
      rari / v8,
      5,
    ),
    atLeast('Uncached render on V8: requests/s, over Next.js', over('next'), 5),
    atLeast('Uncached render on V8: requests/s, over rari', over('rari'), 5),
    atMost(
      'Uncached render on QuickJS: CPU time of a page, over Node',
      cpu('marquee-quickjs') / cpu('node'),
      6,
    ),
    atMost(
      'Uncached render on QuickJS: peak memory under load, over Node',
      memory('marquee-quickjs') / memory('node'),
      1 / 3,
    ),
  ];
}

function cachedClaims(of) {
  return engines.flatMap(({ id, name }) => {
    const over = (peer, table) =>
      of('cached', table, id, 'rate') / of('cached', table, peer, 'rate');
    const text = `Cached page on ${name}: requests/s over`;
    return [
      atLeast(`${text} Next.js`, over('next', 'browsers-64'), 50),
      atLeast(`${text} rari`, over('rari', 'browsers-64'), 2),
      atLeast(`${text} nginx, 64 connections`, over('nginx', 'browsers-64'), 0.95),
      atLeast(`${text} nginx, 1,024 connections`, over('nginx', 'browsers-1024'), 0.95),
      atLeast(`${text} Next.js, not compressed`, over('next', 'identity-64'), 50),
      atLeast(`${text} rari, not compressed`, over('rari', 'identity-64'), 2),
      atLeast(`${text} nginx, not compressed`, over('nginx', 'identity-64'), 0.95),
    ];
  });
}

function startClaims(of) {
  const time = (id) => of('cold-start', 'first-page', id, 'time');
  const limits = { 'marquee-quickjs': 66, 'marquee-v8': 100 };
  return engines.flatMap(({ id, name }) => [
    below(`Cold start on ${name}`, time(id), limits[id], 'ms'),
    ...Object.entries(peerNames).map(([peer, peerName]) =>
      atLeast(`Cold start of ${peerName} over Marquee on ${name}`, time(peer) / time(id), 1),
    ),
  ]);
}

function memoryClaims(of) {
  const memory = (id, figure) => of('memory', 'resident', id, figure);
  const growth = (id) => memory(id, 'after') / memory(id, 'idle');
  return [
    below('Idle memory on QuickJS, 1 engine', memory('marquee-quickjs', 'idle'), 30, 'MB'),
    below('Idle memory on QuickJS, 2 engines', memory('marquee-quickjs-2', 'idle'), 45, 'MB'),
    below('Idle memory on V8, 1 engine', memory('marquee-v8', 'idle'), 80, 'MB'),
    ...engines.flatMap(({ id, name }) => [
      atMost(`Memory after load over idle memory on ${name}, 1 engine`, growth(id), 1.5),
      atMost(`Memory after load over idle memory on ${name}, 2 engines`, growth(`${id}-2`), 1.5),
    ]),
  ];
}

function latencyClaims(of) {
  return engines.map(({ id, name }) => {
    const figure = (key) => of('latency', 'at-80', id, key);
    return atMost(
      `p99 over median at 80 % of capacity on ${name}`,
      figure('p99') / figure('median'),
      4,
    );
  });
}
