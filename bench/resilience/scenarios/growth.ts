/** Memory after what any client can do to a server many times. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { residentOfGroup } from '../../processes.ts';
import { number } from '../../report.ts';
import { now } from '../../threads.ts';
import { clientTimeout, observe } from '../load.ts';
import type { Scenario, Settings } from '../scenario.ts';
import { type Subject, withSubject } from '../subjects.ts';

/** At once. */
const clients = 16;
/** Seconds after which no more requests are sent. */
const limit = 240;
/** Milliseconds before memory is read: runtimes collect garbage when they are idle. */
const settling = 10_000;

/** Sends the request in this place to a server. */
type Send = (url: string, place: number, subject: Subject) => Promise<void>;

function run(subject: Subject, { storm, ...traffic }: Settings, send: Send) {
  return withSubject(subject, {}, ({ child, url }) =>
    observe(url, traffic, async ({ begin, end }) => {
      const resident = () => `${number(residentOfGroup(child), 0)} MB`;
      const before = resident();
      begin();
      const started = now();
      let sent = 0;
      let failed = 0;
      const seconds = () => (now() - started) / 1000;
      const client = async () => {
        while (sent < storm && seconds() < limit) {
          sent += 1;
          await send(url, sent, subject).catch(() => {
            failed += 1;
          });
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      const duration = seconds();
      end();
      await pause(settling);
      return [
        `${before} before, ${resident()} after`,
        `${number(sent, 0)} in ${number(duration, 0)} s`,
        failed > 0 && `${number(failed, 0)} of them failed`,
      ];
    }),
  );
}

const agent = new Agent({ keepAlive: true });

export const distinct: Scenario = {
  id: 'distinct',
  title: '100,000 distinct URLs',
  description:
    `${clients} clients request URLs that nobody requested before, in turns the home page with another query and ` +
    `another unknown path, for ${limit / 60} minutes at most. Memory (resident, of all processes) is that before, and ` +
    `${settling / 1000} s after. The other clients request the cached page.`,
  run: (subject, settings) =>
    run(subject, settings, async (url, place) => {
      const path = place % 2 === 0 ? `/?n=${place}` : `/n/${place}`;
      await fetchRaw(new URL(path, url).href, { agent, timeout: clientTimeout });
    }),
};

/** Of so many requests, one is for the page that is rendered per request. */
const rendered = 20;

export const aborted: Scenario = {
  id: 'aborted',
  title: '100,000 aborted responses',
  description:
    `Likewise, with clients that close their connection at the first byte of a response; every ${rendered}th requests ` +
    'the page that is rendered per request, which Marquee by default has not.',
  run: (subject, settings) =>
    run(subject, settings, async (url, place, { pages }) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
      const timer = setTimeout(() => socket.destroy(new Error('timeout')), clientTimeout);
      try {
        const path = place % rendered === 0 ? pages.uncached : '/';
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        await once(socket, 'data');
      } finally {
        clearTimeout(timer);
        socket.destroy();
      }
    }),
};
