import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { load } from '../../loads.ts';
import { otherCores, serverCore } from '../../processes.ts';
import { now } from '../../threads.ts';
import { figuresOf, withClients } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { type Subject, withSubject } from '../subjects.ts';

/** Few: Marquee lets no page wait long, and a closed loop must not count app shells. */
const connections = 4;

export const id = 'overload';
export const title = 'Up to three times the capacity';
export const description =
  `The server has one core and renders the page for each request. Its capacity is measured first (${connections} ` +
  'connections with keep-alive, closed loop). After half of it, once, one and a half times and three times the ' +
  'capacity are offered, then half of it again; the recovery counts from the end of the overload, and the other ' +
  'figures are those of the overload. *Goodput* is the rate of pages that are complete within a second, as a share of ' +
  'the capacity, at each of the three. A response without the content of the page has failed, such as an app shell, ' +
  'which a browser renders.';

export const appliesTo = ({ id }: Subject) => id !== 'nginx';

/** Loads, as multiples of the capacity. */
export const loads = [1, 1.5, 3];

export async function run(subject: Subject, { calm, seconds, overload, relief }: Settings) {
  return withSubject(subject, { page: 'uncached', cores: serverCore }, async ({ url }) => {
    const wholePage = await textOf(url);
    await load(url, { connections, seconds: 1, cores: otherCores });
    const { rate: capacity } = await load(url, { connections, seconds, cores: otherCores });
    return withClients(url, { rate: capacity / 2, wholePage }, async (clients) => {
      await pause(calm);
      const begins: number[] = [];
      for (const multiple of loads) {
        begins.push(now());
        clients.setRate(multiple * capacity);
        await pause(overload);
      }
      const end = now();
      clients.setRate(capacity / 2);
      await pause(relief);
      const until = now();
      const records = await clients.stop();

      const [begin = end] = begins;
      const during = figuresOf(records, { from: begin, starts: [begin], until: end });
      const afterwards = figuresOf(records, { from: begin, starts: [end], until });
      const late = records.filter(
        ({ due, outcome }) => due >= end && due < until && outcome !== 'ok',
      );
      const goodput = begins.map((from) => {
        const inTime = records.filter(({ due, latency, outcome }) => {
          return due >= from && due < from + overload && outcome === 'ok' && latency < 1000;
        });
        return (100 * inTime.length) / (capacity * (overload / 1000));
      });
      return {
        ...during,
        recovery: afterwards.recovery,
        goodput,
        notes: [
          `capacity ${capacity.toFixed(0)}/s`,
          `${late.length} failed in the ${relief / 1000} s after it`,
        ],
      };
    });
  });
}

/** Returns a text near the end of a page's content, which an app shell does not have. */
async function textOf(url: string) {
  const { body } = await fetchRaw(url);
  const [path] = body.toString().match(/footer-offer[\w.-]+\.svg/) ?? [];
  if (!path) throw new Error(`${url} lacks the picture of the footer`);
  return path;
}
