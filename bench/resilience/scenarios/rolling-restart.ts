import { setTimeout as pause } from 'node:timers/promises';
import { type Instance, withThree } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import type { Subject } from '../subjects.ts';

export const id = 'rolling';
export const title = 'Rolling restart of three';
export const description =
  'Each of three instances is stopped by its signal and started again on the same port, the next one after the ' +
  'balancer reports it as up for a second. Nothing removes an instance from the balancer before the signal: it ' +
  'notices by its health checks.';

/** Two health checks. */
const settled = 1000;

export function run(subject: Subject, { after, ...traffic }: Settings) {
  return withThree(
    subject,
    () => ({}),
    ({ instances, balancer }) =>
      observe(balancer.url + subject.pages.cached, traffic, async ({ begin }) => {
        const stops: Awaited<ReturnType<Instance['stop']>>[] = [];
        for (const instance of instances) {
          begin();
          stops.push(await instance.restart());
          await balancer.untilUp(instance);
          await pause(settled);
        }
        await pause(after);
        const killed = stops.filter(({ wasKilled }) => wasKilled).length;
        const slowest = Math.max(...stops.map(({ seconds }) => seconds));
        return [
          `stopped in at most ${slowest.toFixed(1)} s`,
          killed > 0 && `${killed} had to be killed after 30 s`,
        ];
      }),
  );
}
