/** Load generators. */
import { resolve } from 'node:path';
import { cpuTimeOfGroup, run } from './processes.mjs';

const milliseconds = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const sizes = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Requests a page continuously over this many connections (wrk, closed loop). */
export async function load(url, { connections, seconds, cores, encoding = 'identity' }) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'];
  if (encoding !== 'identity') args.push('-H', `Accept-Encoding: ${encoding}`);
  const report = await run('wrk', [...args, url], { cores });
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  const [, requests, time, read, unit] =
    /(\d+) requests in ([\d.]+)s, ([\d.]+)(GB|MB|KB|B) read/.exec(report);
  const [, p99, timeUnit] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(report);
  return {
    requests: Number(requests),
    rate: Number(requests) / Number(time),
    bytes: (Number(read) * sizes[unit]) / Number(requests),
    p99: Number(p99) * milliseconds[timeUnit],
  };
}

/**
 * Like `load`, with the CPU time of a request in milliseconds. Fails if responses are much smaller than
 * the page: those are error pages of an overloaded server.
 */
export async function loadAndCount({ child, url, first, server }, options) {
  const before = cpuTimeOfGroup(child);
  const { requests, rate, bytes } = await load(url, options);
  const time = cpuTimeOfGroup(child) - before;
  if (requests > 100 && bytes < 0.9 * first.body.length) {
    throw new Error(`${server.name} sends ${Math.round(bytes)} B, not ${first.body.length}`);
  }
  return { rate, cpu: (time * 1000) / requests };
}

/** Waits for a server to start, and puts it under load until it is warmed up. */
export async function warmedUp(starting, { warmUp, ...options }) {
  const running = await starting;
  await load(running.url, { ...options, seconds: warmUp });
  return running;
}

/** Sends requests at a constant rate, independent of response times (open loop). */
export async function loadAtRate(options, { cores }) {
  const script = resolve('bench/steady-visitors.mjs');
  return JSON.parse(await run(process.execPath, [script, JSON.stringify(options)], { cores }));
}
