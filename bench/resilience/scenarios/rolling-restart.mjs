import { setTimeout as pause } from 'node:timers/promises';
import { withThree } from '../instances.mjs';
import { observe } from '../load.mjs';

export const id = 'rolling';
export const title = 'Rolling restart of three';
export const description =
  'Each of three instances is stopped by its signal and started again on the same port, the next one after the ' +
  'balancer reports it as up for a second. Nothing removes an instance from the balancer before the signal: it ' +
  'notices by its health checks.';

/** Two health checks. */
const settled = 1000;

export function run(subject, { after, ...traffic }) {
  return withThree(
    subject,
    () => ({}),
    ({ instances, balancer }) =>
      observe(balancer.url + subject.pages.cached, traffic, async ({ begin }) => {
        const stops = [];
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
