/** What is said of Marquee, each with its figure: computed from the medians of a run. */
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

/** Medians of a run by measure, table, row and figure; `undefined` for what was not measured. */
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

/** All claims of which the figures were measured. */
export function claimsOf(results) {
  const of = reader(results);
  return [
    ...anewClaims(of),
    ...keptClaims(of),
    ...startClaims(of),
    ...memoryClaims(of),
    ...latencyClaims(of),
  ].filter(({ value }) => Number.isFinite(value));
}

function anewClaims(of) {
  const processor = (id, table = 'one') => of('anew', table, id, 'processor');
  const memory = (id) => of('memory', 'resident', id, 'most');
  const v8 = processor('marquee-v8');
  const fastest = Math.min(
    ...['node', 'newer-node', 'deno', 'bun'].map((id) => processor(id) ?? Infinity),
  );
  const rari = Math.min(processor('rari') ?? Infinity, processor('rari', 'both') ?? Infinity);
  const pages = 'pages rendered in the same processor time';
  const rate = (id) => of('anew', 'one', id, 'rate');
  const over = (peer) => rate('marquee-v8') / rate(peer);
  return [
    atLeast(`Anew on V8: ${pages}, over the fastest of Node, Deno and Bun`, fastest / v8, 1),
    atLeast(`Anew on V8: ${pages}, over Node`, processor('node') / v8, 1.5),
    atLeast(`Anew on V8: ${pages}, over Node 24`, processor('newer-node') / v8, 1),
    atLeast(`Anew on V8: ${pages}, over Next.js`, processor('next') / v8, 5),
    atLeast(`Anew on V8: ${pages}, over rari with as many engines as suit it`, rari / v8, 5),
    atLeast('Anew on V8: requests/s, over Next.js', over('next'), 5),
    atLeast('Anew on V8: requests/s, over rari', over('rari'), 5),
    atMost(
      'Anew on QuickJS: processor time of a page, over Node',
      processor('marquee-quickjs') / processor('node'),
      6,
    ),
    atMost(
      'Anew on QuickJS: most memory under load, over Node',
      memory('marquee-quickjs') / memory('node'),
      1 / 3,
    ),
  ];
}

function keptClaims(of) {
  return engines.flatMap(({ id, name }) => {
    const over = (peer, table) => of('kept', table, id, 'rate') / of('kept', table, peer, 'rate');
    const text = `Kept page on ${name}: requests/s over`;
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
  const longest = { 'marquee-quickjs': 66, 'marquee-v8': 100 };
  return engines.flatMap(({ id, name }) => [
    below(`Cold start on ${name}`, time(id), longest[id], 'ms'),
    ...Object.entries(peerNames).map(([peer, peerName]) =>
      atLeast(`Cold start of ${peerName} over that on ${name}`, time(peer) / time(id), 1),
    ),
  ]);
}

function memoryClaims(of) {
  const memory = (id, figure) => of('memory', 'resident', id, figure);
  const growth = (id) => memory(id, 'after') / memory(id, 'rest');
  return [
    below('Memory at rest on QuickJS, 1 engine', memory('marquee-quickjs', 'rest'), 30, 'MB'),
    below('Memory at rest on QuickJS, 2 engines', memory('marquee-quickjs-2', 'rest'), 45, 'MB'),
    below('Memory at rest on V8, 1 engine', memory('marquee-v8', 'rest'), 80, 'MB'),
    ...engines.flatMap(({ id, name }) => [
      atMost(`Memory after load over that at rest on ${name}, 1 engine`, growth(id), 1.5),
      atMost(`Memory after load over that at rest on ${name}, 2 engines`, growth(`${id}-2`), 1.5),
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
