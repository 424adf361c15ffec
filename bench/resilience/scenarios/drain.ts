import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { codeOf } from '../../errors.ts';
import { percentile } from '../../statistics.ts';
import { now } from '../../threads.ts';
import { Instance } from '../instances.ts';
import { clientTimeout, reasonsOf } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'drain';
export const title = 'Drain with requests in flight';
export const description =
  'Twenty clients, each on a connection on which it has received a page, request the page rendered per request, ' +
  'directly from an instance, which gets its signal when the first response begins. Responses that are complete by ' +
  'then are not counted. Marquee runs with `DRAIN_DELAY=0s`, so that its listeners close immediately; nginx, which ' +
  'renders nothing, sends its page at 64 KB/s.';

const clients = 20;

export async function run(subject: Subject, { drains }: Settings) {
  const records: Response[] = [];
  const stops: Awaited<ReturnType<Instance['stop']>>[] = [];
  for (let count = 0; count < drains; count += 1) {
    const instance = await Instance.start(subject, {
      page: 'uncached',
      env: { DRAIN_DELAY: '0s' },
      bytesPerSecond: 65_536,
    });
    const agents = Array.from({ length: clients }, () => new Agent({ keepAlive: true }));
    try {
      const url = instance.url + subject.pages.uncached;
      const firsts = await Promise.all(agents.map((agent) => request(url, { agent })));
      const size = Math.max(...firsts.map(({ bytes }) => bytes));
      const responses: Promise<Response>[] = [];
      await new Promise<void>((onHead) => {
        responses.push(...agents.map((agent) => request(url, { agent, size, onHead })));
        Promise.all(responses).then(() => onHead());
      });
      const signalled = now();
      stops.push(await instance.stop());
      const all = await Promise.all(responses);
      records.push(...all.filter(({ end }) => end > signalled));
    } finally {
      for (const agent of agents) agent.destroy();
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

interface Response {
  /** When it ended, and how long it took, in milliseconds. */
  end: number;
  latency: number;
  outcome: string;
  bytes: number;
}

interface RequestOptions {
  agent: Agent;
  /** The size of the page: a much smaller one is an error. */
  size?: number;
  onHead?: () => void;
}

async function request(
  url: string,
  { agent, size = 0, onHead }: RequestOptions,
): Promise<Response> {
  const due = now();
  let bytes = 0;
  const result = (outcome: string) => ({ end: now(), latency: now() - due, outcome, bytes });
  try {
    const sent = get(url, { agent, timeout: clientTimeout });
    // One may follow the response, which reports it as well.
    sent.on('error', () => {});
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    const [response] = await once(sent, 'response');
    onHead?.();
    for await (const chunk of response) bytes += chunk.length;
    if (response.statusCode !== 200) return result(`status ${response.statusCode}`);
    return result(bytes < 0.9 * size ? 'page without content' : 'ok');
  } catch (error) {
    return result(codeOf(error));
  }
}
