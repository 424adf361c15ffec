import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../threads.ts';
import { withThree } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'kill';
export const title = '`kill -9` of one of three';
export const description =
  'Each of three instances in turn is killed with all of its processes; a supervisor starts it again immediately.';

export function run(subject: Subject, { after, ...traffic }: Settings) {
  return withThree(
    subject,
    () => ({ isSupervised: true }),
    ({ instances, balancer }) =>
      observe(balancer.url + subject.pages.cached, traffic, async ({ begin }) => {
        const restarts: number[] = [];
        for (const instance of instances) {
          begin();
          const killed = now();
          instance.kill();
          await instance.untilRestarted(1);
          restarts.push((now() - killed) / 1000);
          await pause(after);
        }
        return [`healthy again after at most ${Math.max(...restarts).toFixed(2)} s`];
      }),
  );
}
