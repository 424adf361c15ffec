import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../../http.ts';
import { temporaryFolder } from '../../temporary.ts';
import { now } from '../../threads.ts';
import { ownStyleSheet } from '../builds.ts';
import { folderOf } from '../folders.ts';
import { withInstance } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'reload';
export const title = 'Reload of another build';
export const description =
  'A symbolic link is switched to the other build, and SIGHUP reloads: four times. One instance, requested directly.';

export const notApplicable = ({ reloads }: Subject) => !reloads && 'it has no reload';

const reloads = ['b', 'a', 'b', 'a'];
const reloadTimeout = 30_000;

export function run(subject: Subject, { after, ...traffic }: Settings) {
  const dist = join(temporaryFolder(), 'current');
  const choose = (build: string) => {
    symlinkSync(folderOf(subject.id, build), `${dist}.new`);
    renameSync(`${dist}.new`, dist);
  };
  choose('a');
  return withInstance(subject, { dist }, (instance) => {
    const url = instance.url + subject.pages.cached;
    return observe(url, traffic, async ({ begin }) => {
      for (const build of reloads) {
        choose(build);
        begin();
        instance.signal('SIGHUP');
        await untilPageHas(url, ownStyleSheet(subject, build));
        await pause(after);
      }
      return [];
    });
  });
}

async function untilPageHas(url: string, text: string) {
  const deadline = now() + reloadTimeout;
  while (!(await fetchRaw(url)).body.includes(text)) {
    if (now() > deadline) throw new Error('the reload has no effect');
    await pause(20);
  }
}
