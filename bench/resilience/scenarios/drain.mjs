import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../clock.mjs';
import { Instance } from '../instances.mjs';
import { clientTimeout, percentile, reasonsOf } from '../load.mjs';

export const id = 'drain';
export const title = 'Drain with requests in flight';
export const description =
  'Twenty clients send a request each for the page rendered per request, directly to an instance, which gets its ' +
  'signal 30 ms later, whether or not it has read all of them. Those whose response is complete by then are not ' +
  'counted. Marquee runs with `DRAIN_DELAY=0s`, so that its listeners close immediately; nginx, which renders ' +
  'nothing, sends its page at 64 KB/s.';

const clients = 20;
/** Milliseconds. */
const beforeSignal = 30;

export async function run(subject, { drains }) {
  const records = [];
  const stops = [];
  for (let count = 0; count < drains; count += 1) {
    const instance = await Instance.start(subject, {
      page: 'uncached',
      env: { DRAIN_DELAY: '0s' },
      bytesPerSecond: 65_536,
    });
    try {
      const url = instance.url + subject.pages.uncached;
      const size = (await request(url)).bytes;
      const responses = Array.from({ length: clients }, () => request(url, size));
      await pause(beforeSignal);
      const signalled = now();
      stops.push(await instance.stop());
      const all = await Promise.all(responses);
      records.push(...all.filter(({ end }) => end > signalled));
    } finally {
      await instance.end();
    }
  }
  const slowest = Math.max(...stops.map(({ seconds }) => seconds));
  const statuses = [...new Set(stops.map(({ status }) => status ?? 'killed'))].join(', ');
  return {
    requests: records.length,
    reasons: reasonsOf(records),
    calm: Number.NaN,
    p99: percentile(
      records.filter(({ outcome }) => outcome === 'ok').map(({ latency }) => latency),
      0.99,
    ),
    recovery: Number.NaN,
    notes: [`stopped in at most ${slowest.toFixed(1)} s, exit status ${statuses}`],
  };
}

/** Sends a request on a connection of its own; a page that is much smaller than the first is an error. */
async function request(url, size = 0) {
  const due = now();
  let bytes = 0;
  const result = (outcome) => ({ due, end: now(), latency: now() - due, outcome, bytes });
  try {
    const sent = get(url, { agent: false, timeout: clientTimeout });
    // One may follow the response, which reports it as well.
    sent.on('error', () => {});
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    const [response] = await once(sent, 'response');
    for await (const chunk of response) bytes += chunk.length;
    if (response.statusCode !== 200) return result(`status ${response.statusCode}`);
    return result(bytes < 0.9 * size ? 'page without content' : 'ok');
  } catch (error) {
    return result(error.code ?? error.message);
  }
}
