import { setTimeout as pause } from 'node:timers/promises';
import { groupOf } from '../../processes.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { type Subject, withSubject } from '../subjects.ts';

const rate = 20;
const kills = 10;
const interval = 1000;

export const id = 'engine';
export const title = 'Engines killed';
export const description =
  `The page is rendered for each request, ${rate} times a second. Each second, the process of an engine is killed ` +
  `(SIGKILL), ${kills} times in all.`;

export const appliesTo = ({ id }: Subject) => id === 'marquee';

export function run(subject: Subject, { calm, after }: Settings) {
  return withSubject(subject, { page: 'uncached' }, ({ child, url }) =>
    observe(url, { calm, rate }, async ({ begin }) => {
      for (let count = 0; count < kills; count += 1) {
        const engines = groupOf(child).filter((pid) => pid !== child.pid);
        const engine = engines[count % engines.length];
        if (engine === undefined) throw new Error('no engine is running');
        begin();
        process.kill(engine, 'SIGKILL');
        await pause(interval);
      }
      await pause(after);
      return [`${kills} killed`];
    }),
  );
}
