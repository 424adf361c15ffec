/** Load generators. */
import type { RawResponse } from './http.ts';
import type { Row } from './measure.ts';
import { cpuTimeSince, type Process, run, threadTimesOf } from './processes.ts';

const sizes: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** A server that was started, and its first response, without compression. */
export interface Running {
  server: Row;
  child: Process;
  url: string;
  first: RawResponse;
}

/** A load, in a closed loop. */
export interface LoadOptions {
  connections: number;
  seconds: number;
  /** The CPUs of the load generator: all by default. */
  cores?: string;
  /** `Accept-Encoding`. */
  encoding?: string;
  /** A command that runs the load generator. */
  wrapper?: string[];
}

/** Requests a page continuously over this many connections (wrk). */
export async function load(
  url: string,
  { connections, seconds, cores, encoding = 'identity', wrapper = [] }: LoadOptions,
) {
  const header = encoding === 'identity' ? [] : ['-H', `Accept-Encoding: ${encoding}`];
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...header];
  const [program = '', ...args] = [...wrapper, ...wrk, url];
  const report = await run(program, args, { cores });
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  const [, requests, read, unit = ''] =
    /(\d+) requests in \S+, ([\d.]+)(GB|MB|KB|B) read/.exec(report) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  const size = sizes[unit];
  if (!rate || !size) throw new Error(report);
  return {
    requests: Number(requests),
    rate: Number(rate),
    bytes: (Number(read) * size) / Number(requests),
  };
}

/**
 * Like `load`, with the server's CPU time of a request in milliseconds. Fails if responses that are not compressed
 * are much smaller than the page: those are error pages of an overloaded server.
 */
export async function loadAndCount({ child, url, first, server }: Running, options: LoadOptions) {
  const before = threadTimesOf(child);
  const { requests, rate, bytes } = await load(url, options);
  const time = cpuTimeSince(child, before);
  if (!options.encoding && bytes < 0.9 * first.body.length) {
    throw new Error(`${server.name} sends ${Math.round(bytes)} B, not ${first.body.length}`);
  }
  return { cpu: time / requests, rate };
}
