/** Starts clients at a steady rate, and computes the figures of the table from their records. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../statistics.ts';
import { now, startThread } from '../threads.ts';
import type { Figures, Notes, Settings } from './scenario.ts';

/** A request without a complete response by then has failed. */
export const clientTimeout = 10_000;

export interface ClientOptions {
  url: string;
  /** Milliseconds. */
  timeout: number;
  /** Requests per second. */
  rate: number;
  /** A text that a response must contain to be complete. */
  wholePage?: string | undefined;
}

export type ClientMessage = { rate: number } | { stop: true };

/** Times are milliseconds; `outcome` is `ok`, or the reason of the failure. */
export interface RequestRecord {
  due: number;
  latency: number;
  outcome: string;
}

interface Clients {
  setRate(rate: number): void;
  /** Resolves with the records in the order in which the requests were due. */
  stop(): Promise<RequestRecord[]>;
}

/**
 * Runs clients that request a page for as long as `use` takes.
 *
 * @param use called with functions that change the rate, and that stop the clients and return their records
 */
export async function withClients<Result>(
  url: string,
  options: Pick<ClientOptions, 'rate' | 'wholePage'>,
  use: (clients: Clients) => Promise<Result>,
) {
  const clientOptions: ClientOptions = { url, ...options, timeout: clientTimeout };
  const worker = startThread(import.meta.resolve('./clients.ts'), clientOptions);
  const post = (message: ClientMessage) => worker.postMessage(message);
  try {
    // Its first message: it sends requests from now on.
    await once(worker, 'message');
    const ended = once(worker, 'message');
    ended.catch(() => {});
    return await use({
      setRate: (rate) => post({ rate }),
      async stop() {
        post({ stop: true });
        const [records]: RequestRecord[][] = await ended;
        if (!records) throw new Error('the clients sent no records');
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
export function observe(
  url: string,
  { rate, calm, wholePage }: Pick<Settings, 'rate' | 'calm'> & Pick<ClientOptions, 'wholePage'>,
  inject: (fault: { begin(): void; end(): void }) => Promise<Notes>,
) {
  return withClients(url, { rate, wholePage }, async (clients) => {
    await pause(calm);
    const from = now();
    const starts: number[] = [];
    const notes = await inject({
      begin: () => starts.push(now()),
      end: () => starts.splice(-1, 1, now()),
    });
    const until = now();
    return { ...figuresOf(await clients.stop(), { from, starts, until }), notes };
  });
}

/** Below this, latency is never a reason not to have recovered: no visitor notices. */
const unnoticed = 20;
const step = 100;
const second = 1000;

interface Times {
  /** The end of the calm seconds. */
  from: number;
  /** The times from which recoveries count. */
  starts: number[];
  /** The end of the observation. */
  until: number;
}

/**
 * Computes the figures of one scenario.
 *
 * @param records of all requests, in the order in which they were due
 */
export function figuresOf(records: RequestRecord[], { from, starts, until }: Times): Figures {
  const between = (begin: number, end: number) =>
    records.slice(firstDue(records, begin), firstDue(records, end));
  const latencies = (some: RequestRecord[]) => some.filter(isOk).map(({ latency }) => latency);
  // The first half of the calm seconds warms the servers up.
  const first = records[0]?.due ?? from;
  const calm = percentile(latencies(between((first + from) / 2, from)), 0.99);
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
function firstDue(records: RequestRecord[], time: number) {
  const place = records.findIndex(({ due }) => due >= time);
  return place < 0 ? records.length : place;
}

const endOf = ({ due, latency }: RequestRecord) => due + latency;

const isOk = ({ outcome }: RequestRecord) => outcome === 'ok';

/** Returns how many requests failed, by reason. */
function reasonsOf(records: { outcome: string }[]) {
  const reasons: Record<string, number> = {};
  for (const { outcome } of records) {
    if (outcome !== 'ok') reasons[outcome] = (reasons[outcome] ?? 0) + 1;
  }
  return reasons;
}

export const failuresOf = ({ reasons }: Figures) =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);
