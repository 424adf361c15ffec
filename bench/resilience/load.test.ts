import { expect, it } from 'vitest';
import { failuresOf, figuresOf } from './load.ts';

/** Ten requests a second for ten seconds, whose fault begins at five seconds. */
function recordsWith(disturb: (due: number) => { latency?: number; outcome?: string }) {
  return Array.from({ length: 100 }, (_, place) => {
    const due = place * 100;
    return { due, latency: 10, outcome: 'ok', ...disturb(due) };
  });
}

const times = { from: 5000, starts: [5000], until: 10_000 };

it('reports no recovery time for a fault that no request notices', () => {
  const figures = figuresOf(
    recordsWith(() => ({})),
    times,
  );
  expect(failuresOf(figures)).toBe(0);
  expect(figures).toMatchObject({ requests: 50, reasons: {}, calm: 10, p99: 10, recovery: 0 });
});

it('counts the recovery up to the second after the last failed request', () => {
  const fails = (due: number) => due === 5100 || due === 6400;
  const records = recordsWith((due) => (fails(due) ? { outcome: 'status 502' } : {}));
  expect(figuresOf(records, times)).toMatchObject({ reasons: { 'status 502': 2 }, recovery: 1.4 });
});

it('counts the recovery up to the first second with the latency of before', () => {
  const records = recordsWith((due) => (due >= 5000 && due < 7000 ? { latency: 500 } : {}));
  expect(figuresOf(records, times)).toMatchObject({ p99: 500, recovery: 2 });
});

it('reports that a server did not recover', () => {
  const records = recordsWith((due) => (due >= 5000 ? { latency: 500 } : {}));
  expect(figuresOf(records, times).recovery).toBe(Number.POSITIVE_INFINITY);
});

it('ignores failures before the calm seconds end', () => {
  const records = recordsWith((due) => (due < 5000 ? { outcome: 'timeout' } : {}));
  expect(figuresOf(records, times).reasons).toEqual({});
});

it('follows a recovery into the next fault', () => {
  const records = recordsWith((due) => (due >= 5000 && due < 5800 ? { latency: 500 } : {}));
  const starts = [5000, 5500];
  expect(figuresOf(records, { ...times, starts }).recovery).toBeCloseTo(0.8);
});

it('counts a request that a fault breaks in flight for that fault', () => {
  const breaks = (due: number) => due === 4900 || due === 6900;
  const records = recordsWith((due) =>
    breaks(due) ? { latency: 200, outcome: 'ECONNRESET' } : {},
  );
  const figures = figuresOf(records, { ...times, starts: [5000, 7000] });
  expect(figures).toMatchObject({ reasons: { ECONNRESET: 2 }, recovery: 0 });
});
