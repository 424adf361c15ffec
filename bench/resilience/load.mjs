/** Starts clients at a steady rate, and computes the figures of the table from their records. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { now } from './clock.mjs';

/** A request without a complete response by then has failed. */
export const clientTimeout = 10_000;

/**
 * Runs clients that request a page for as long as `use` takes.
 *
 * @param options `rate`, and `wholePage`, a text that a response must contain to be complete
 * @param use called with functions that change the rate, and that stop the clients and return their records
 */
export async function withClients(url, options, use) {
  const worker = new Worker(new URL('./clients.mjs', import.meta.url), {
    workerData: { url, ...options, timeout: clientTimeout },
  });
  const ended = once(worker, 'message');
  ended.catch(() => {});
  try {
    return await use({
      setRate: (rate) => worker.postMessage({ rate }),
      async stop() {
        worker.postMessage({ stop: true });
        const [records] = await ended;
        return records.toSorted((a, b) => a.due - b.due);
      },
    });
  } finally {
    await worker.terminate();
  }
}

/**
 * Runs clients at a steady rate: calm at first, and then while they are disturbed.
 *
 * @param inject called with functions to call when a fault begins, and when one ends that lasts; returns the notes of
 * the scenario
 * @returns the figures
 */
export function observe(url, { rate, calm, wholePage }, inject) {
  return withClients(url, { rate, wholePage }, async (clients) => {
    await pause(calm);
    const from = now();
    const starts = [];
    const begin = () => starts.push(now());
    const end = () => starts.splice(-1, 1, now());
    const notes = await inject({ begin, end });
    const until = now();
    return { ...figuresOf(await clients.stop(), { from, starts, until }), notes };
  });
}

export function percentile(values, share) {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Below this, latency is never a reason not to have recovered: no visitor notices. */
const unnoticed = 20;
const step = 100;
const second = 1000;

/**
 * Computes the figures of one scenario.
 *
 * @param records of all requests, in the order in which they were due
 * @param from the end of the calm seconds
 * @param starts the times from which recoveries count
 * @param until the end of the observation
 */
export function figuresOf(records, { from, starts, until }) {
  const between = (begin, end) => records.slice(firstDue(records, begin), firstDue(records, end));
  const latencies = (some) => some.filter(isOk).map(({ latency }) => latency);
  // The first half of the calm seconds warms the servers up.
  const calm = percentile(latencies(between((records[0].due + from) / 2, from)), 0.99);
  // Also what was sent before the first fault, and broken by it.
  const broken = between(0, from).filter((one) => !isOk(one) && endOf(one) >= from);
  const during = [...broken, ...between(from, until)];
  const limit = Math.max(2 * calm, unnoticed);

  const failures = records.filter((one) => !isOk(one) && one.due < until);
  const recoveries = starts.map((start, place) => {
    const next = starts[place + 1] ?? Number.POSITIVE_INFINITY;
    // By its end, since a fault breaks requests that were sent before it.
    const failure = failures.findLast((one) => start <= endOf(one) && endOf(one) < next);
    for (
      let begin = Math.max(failure?.due ?? start, start);
      begin <= until - second;
      begin += step
    ) {
      const window = between(begin, begin + second);
      if (percentile(latencies(window), 0.99) <= limit) return (begin - start) / second;
    }
    return Number.POSITIVE_INFINITY;
  });
  return {
    requests: during.length,
    reasons: reasonsOf(during),
    calm,
    p99: percentile(latencies(during), 0.99),
    recovery: Math.max(...recoveries),
  };
}

/** Returns the place of the first record that was due at this time or later. */
function firstDue(records, time) {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle].due < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const endOf = ({ due, latency }) => due + latency;

const isOk = ({ outcome }) => outcome === 'ok';

/** Returns how many requests failed, by reason. */
export function reasonsOf(records) {
  const reasons = {};
  for (const { outcome } of records) {
    if (outcome !== 'ok') reasons[outcome] = (reasons[outcome] ?? 0) + 1;
  }
  return reasons;
}

export const failuresOf = ({ reasons }) =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);
