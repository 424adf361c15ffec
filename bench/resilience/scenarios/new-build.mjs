import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.mjs';
import { addFiles, copyBuilds, ownStyleSheet } from '../builds.mjs';
import { now } from '../clock.mjs';
import { withThree } from '../instances.mjs';
import { clientTimeout, figuresOf } from '../load.mjs';
import { filesOf } from '../page-files.mjs';

export const id = 'build';
export const title = 'New build, while pages are open';
export const description =
  'Before the rollout, the files of each build are added to the static folder of the other one, as the guide of ' +
  'Next.js advises; Marquee, which holds its files in memory, then reloads (SIGHUP). Then each of three instances is ' +
  'restarted with the new build, and the balancer sends any request to any of them. Ten pages a second are opened; ' +
  'half of them request their scripts and style sheets immediately, half of them five seconds later. Requests are ' +
  'those of pages and files.';

/** Copies of the builds, to which files are added. */
const [oldBuild, newBuild] = ['rollout-a', 'rollout-b'];

const pagesPerSecond = 10;
const later = 5000;
const settled = 1000;
const reloadTimeout = 30_000;

export async function run(subject, { calm, after }) {
  copyBuilds(subject, [oldBuild, newBuild]);
  return withThree(
    subject,
    () => ({ build: oldBuild }),
    async ({ instances, balancer }) => {
      const pages = openPages(balancer.url, subject.pages.cached);
      try {
        await pause(calm);
        const starts = await rollOut(subject, instances, balancer);
        await pause(Math.max(after, later));
        const until = now();
        const { records, opened, broken } = await pages.stop();
        return {
          ...figuresOf(records, { from: starts[0], starts, until }),
          notes: [`${broken} of ${opened} pages with a missing file`],
        };
      } finally {
        pages.end();
      }
    },
  );
}

/** Resolves with the times at which each step began. */
async function rollOut(subject, instances, balancer) {
  const starts = [now()];
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
async function reload(instances, path) {
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
function openPages(origin, path) {
  const records = [];
  const opening = [];
  let broken = 0;

  async function request(due, url) {
    const record = { due, outcome: 'ok' };
    try {
      const response = await fetchRaw(url, { timeout: clientTimeout });
      if (response.status !== 200) record.outcome = `status ${response.status}`;
      return { ...record, body: response.body.toString() };
    } catch (error) {
      record.outcome = error.code ?? error.message;
      return { ...record, body: '' };
    } finally {
      record.latency = now() - due;
      records.push(record);
    }
  }

  async function open(delay) {
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
