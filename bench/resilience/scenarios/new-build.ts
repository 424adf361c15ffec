import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../errors.ts';
import { fetchRaw, filesOf } from '../../http.ts';
import { now } from '../../threads.ts';
import type { Balancer } from '../balancer.ts';
import { addFiles, copyBuild, ownStyleSheet } from '../builds.ts';
import { type Instance, withThree } from '../instances.ts';
import { clientTimeout, figuresOf, type RequestRecord } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'build';
export const title = 'New build, while pages are open';
export const description =
  'Before the rollout, the files of each build are added to the static folder of the other one, as the guide of ' +
  'Next.js advises; Marquee, which holds its files in memory, then reloads (SIGHUP). Then each of three instances is ' +
  'restarted with the new build, and the balancer sends any request to any of them. Ten pages a second are opened; ' +
  'half of them request their scripts and style sheets immediately, half of them five seconds later. Requests are ' +
  'those of pages and files.';

/** Copies of the builds, to which files are added. */
const oldBuild = 'rollout-a';
const newBuild = 'rollout-b';

const pagesPerSecond = 10;
const later = 5000;
const settled = 1000;
const reloadTimeout = 30_000;

export async function run(subject: Subject, { calm, after }: Settings) {
  copyBuild(subject, 'a', oldBuild);
  copyBuild(subject, 'b', newBuild);
  return withThree(
    subject,
    () => ({ build: oldBuild }),
    async ({ instances, balancer }) => {
      const pages = openPages(balancer.url, subject.pages.cached);
      try {
        await pause(calm);
        const from = now();
        const starts = await rollOut(subject, instances, balancer);
        await pause(Math.max(after, later));
        const until = now();
        const { records, opened, broken } = await pages.stop();
        return {
          ...figuresOf(records, { from, starts: [from, ...starts], until }),
          notes: [`${broken} of ${opened} pages with a missing file`],
        };
      } finally {
        pages.end();
      }
    },
  );
}

/** Adds the files, and resolves with the times at which the restarts began. */
async function rollOut(subject: Subject, instances: Instance[], balancer: Balancer) {
  const starts: number[] = [];
  addFiles(subject, 'b', oldBuild);
  addFiles(subject, 'a', newBuild);
  if (subject.holdsFiles) await reload(instances, `/assets/${ownStyleSheet(subject, 'b')}`);
  for (const instance of instances) {
    starts.push(now());
    await instance.restart({ build: newBuild });
    await balancer.untilUp(instance);
    await pause(settled);
  }
  return starts;
}

/** Reloads instances that hold their files in memory, and waits until they serve the new one. */
async function reload(instances: Instance[], path: string) {
  for (const instance of instances) instance.signal('SIGHUP');
  const deadline = now() + reloadTimeout;
  for (const { url } of instances) {
    while ((await fetchRaw(url + path)).status !== 200) {
      if (now() > deadline) throw new Error(`${path} is not served after SIGHUP`);
      await pause(50);
    }
  }
}

/** Opens pages at a constant rate; each requests its files immediately or later. */
function openPages(origin: string, path: string) {
  const records: RequestRecord[] = [];
  const opening: Promise<void>[] = [];
  let broken = 0;

  async function request(due: number, url: string) {
    const { outcome, body } = await fetchRaw(url, { timeout: clientTimeout }).then(
      (response) => ({
        outcome: response.status === 200 ? 'ok' : `status ${response.status}`,
        body: response.body.toString(),
      }),
      (error) => ({ outcome: codeOf(error), body: '' }),
    );
    records.push({ due, latency: now() - due, outcome });
    return { outcome, body };
  }

  async function open(delay: number) {
    const { body } = await request(now(), origin + path);
    await pause(delay);
    const due = now();
    const files = await Promise.all(filesOf(body).map((file) => request(due, origin + file)));
    if (!files.every(({ outcome }) => outcome === 'ok')) broken += 1;
  }

  const timer = setInterval(() => {
    opening.push(open(opening.length % 2 === 0 ? 0 : later));
  }, 1000 / pagesPerSecond);
  const end = () => clearInterval(timer);
  return {
    end,
    async stop() {
      end();
      await Promise.all(opening);
      records.sort((a, b) => a.due - b.due);
      return { records, opened: opening.length, broken };
    },
  };
}
