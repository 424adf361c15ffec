import { setTimeout as pause } from 'node:timers/promises';
import { memoryGroup } from '../control-group.ts';
import { withThree } from '../instances.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { startSlowHeads } from '../slow-clients.ts';
import type { Subject } from '../subjects.ts';

export const id = 'memory';
export const title = 'Out of memory';
export const description =
  'One of three instances may use 64 MiB more than it uses after the calm seconds (memory limit of a control group). ' +
  'Then 6,000 clients connect to it, beside the balancer, and send 15 KB of a request each that never ends; they ' +
  'connect again when they are disconnected. A supervisor restarts the instance if the kernel kills it.';

const headroom = 64 * 1024 ** 2;
const connections = 6000;

export function run(subject: Subject, { siege, after, ...traffic }: Settings) {
  const group = memoryGroup();
  const options = (place: number) =>
    place === 0 ? { isSupervised: true, command: group.command } : {};
  return withThree(subject, options, ({ instances: [limited], balancer }) =>
    observe(balancer.url + subject.pages.cached, traffic, async ({ begin, end }) => {
      const limit = group.usage() + headroom;
      group.limit(limit);
      begin();
      const hogs = startSlowHeads(limited.port, connections, 15_000);
      await pause(siege);
      const peak = hogs.peak();
      hogs.end();
      end();
      await pause(after);
      const kills = group.kills();
      return [
        kills > 0 ? `killed ${kills} ${kills === 1 ? 'time' : 'times'}` : 'not killed',
        `limit ${Math.round(limit / 1e6)} MB`,
        `at most ${peak.toLocaleString('en')} connections`,
      ];
    }),
  );
}
