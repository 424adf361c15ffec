/** Load generators. */
import type { RawResponse } from './http.ts';
import type { Row } from './measure.ts';
import { cpuTimeOfGroup, type Process, run } from './processes.ts';

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const sizes: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** A server that was started. */
export interface Running {
  server: Row;
  child: Process;
  url: string;
  first: RawResponse;
}

/** Seconds of load at the start of a turn that do not count: the server was idle. */
export const resumption = 1;

interface LoadOptions {
  connections: number;
  seconds: number;
  /** The CPUs of the load generator: all by default. */
  cores?: string;
  /** `Accept-Encoding`. */
  encoding?: string;
}

/** Requests a page continuously over this many connections (wrk, closed loop). */
export async function load(
  url: string,
  { connections, seconds, cores, encoding = 'identity' }: LoadOptions,
) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'];
  if (encoding !== 'identity') args.push('-H', `Accept-Encoding: ${encoding}`);
  const report = await run('wrk', [...args, url], { cores });
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  const [, requests, read, unit = ''] =
    /(\d+) requests in \S+, ([\d.]+)(GB|MB|KB|B) read/.exec(report) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  const [, p99, timeUnit = ''] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(report) ?? [];
  const size = sizes[unit];
  const duration = milliseconds[timeUnit];
  if (!rate || !size || !duration) throw new Error(report);
  return {
    requests: Number(requests),
    rate: Number(rate),
    bytes: (Number(read) * size) / Number(requests),
    p99: Number(p99) * duration,
  };
}

/**
 * Like `load`, with the CPU time of a request in milliseconds. Fails if responses are much smaller than
 * the page: those are error pages of an overloaded server.
 */
export async function loadAndCount({ child, url, first, server }: Running, options: LoadOptions) {
  const before = cpuTimeOfGroup(child);
  const { requests, rate, bytes } = await load(url, options);
  const time = cpuTimeOfGroup(child) - before;
  if (requests > 100 && bytes < 0.9 * first.body.length) {
    throw new Error(`${server.name} sends ${Math.round(bytes)} B, not ${first.body.length}`);
  }
  return { cpu: (time * 1000) / requests, rate };
}

/** Largest change of the rate from one second to the next of a server that is warmed up, as a share. */
const level = 0.03;

/** Waits for a server to start, and puts it under load until its rate is level, `warmUp` seconds at most. */
export async function warmedUp<Started extends { url: string }>(
  starting: Promise<Started>,
  { warmUp, ...options }: Omit<LoadOptions, 'seconds'> & { warmUp: number },
) {
  const running = await starting;
  let last = 0;
  for (let second = 0; second < warmUp; second += 1) {
    const { rate } = await load(running.url, { ...options, seconds: 1 });
    if (Math.abs(rate / last - 1) < level) break;
    last = rate;
  }
  return running;
}
