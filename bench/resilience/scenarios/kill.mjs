import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../clock.mjs';
import { withThree } from '../instances.mjs';
import { observe } from '../load.mjs';

export const id = 'kill';
export const title = '`kill -9` of one of three';
export const description =
  'Each of three instances in turn is killed with all of its processes; a supervisor starts it again immediately.';

export function run(subject, { after, ...traffic }) {
  return withThree(
    subject,
    () => ({ isSupervised: true }),
    ({ instances, balancer }) =>
      observe(balancer.url + subject.pages.cached, traffic, async ({ begin }) => {
        const restarts = [];
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
