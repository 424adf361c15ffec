import { expect, it } from 'vitest';
import { failuresOf, figuresOf } from './load.ts';

const ok = { latency: 10, outcome: 'ok' };
const times = { from: 5000, starts: [5000], until: 10_000 };

type Disturb = (due: number) => false | Partial<typeof ok>;

// biome-ignore format: a row a line
const disturbances: [what: string, disturb: Disturb, starts: number[], figures: object][] = [
  ['that no request notices', () => false, [5000], { requests: 50, reasons: {}, calm: 10, p99: 10, recovery: 0 }],
  ['up to the second after the last failed request', (due) => [5100, 6400].includes(due) && { outcome: 'status 502' }, [5000], { reasons: { 'status 502': 2 }, recovery: 1.4 }],
  ['up to the first second with the latency of before', (due) => due >= 5000 && due < 7000 && { latency: 500 }, [5000], { p99: 500, recovery: 2 }],
  ['from which the server does not recover', (due) => due >= 5000 && { latency: 500 }, [5000], { recovery: Number.POSITIVE_INFINITY }],
  ['before the calm seconds end', (due) => due < 5000 && { outcome: 'timeout' }, [5000], { reasons: {} }],
  ['whose recovery ends in the next one', (due) => due >= 5000 && due < 5800 && { latency: 500 }, [5000, 5500], { recovery: expect.closeTo(0.8) }],
  ['that breaks a request in flight', (due) => [4900, 6900].includes(due) && { latency: 200, outcome: 'ECONNRESET' }, [5000, 7000], { reasons: { ECONNRESET: 2 }, recovery: 0 }],
];

// Ten requests a second for ten seconds, which are disturbed at five seconds.
it.each(disturbances)('counts a disturbance %s', (_what, disturb, starts, figures) => {
  const dues = Array.from({ length: 100 }, (_, place) => place * 100);
  const records = dues.map((due) => ({ due, ...ok, ...disturb(due) }));
  const found = figuresOf(records, { ...times, starts });
  expect(found).toMatchObject(figures);
  // An empty object matches any other.
  if ('reasons' in figures) expect(found.reasons).toEqual(figures.reasons);
  expect(failuresOf(found)).toBe(Object.values(found.reasons).reduce((sum, it) => sum + it, 0));
});
