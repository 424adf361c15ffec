import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../tools/free-port.ts';
import type { Running } from '../../loads.ts';
import { end as endProcess } from '../../processes.ts';
import { memoryGroup } from '../control-group.ts';
import { observe } from '../load.ts';
import type { Settings } from '../scenario.ts';
import { startSlowHeads } from '../slow-clients.ts';
import type { Subject } from '../subjects.ts';

export const id = 'memory';
export const title = 'Out of memory';
export const description =
  'The server is started with a memory limit of 256 MiB (control group), as in a container. After the calm seconds, ' +
  '6,000 other clients send it 15 KB of a request each that never ends, and connect again when they are ' +
  'disconnected. A supervisor restarts the server if the kernel kills it.';

/** To those that can send so many pages a second meanwhile. */
export const appliesTo = ({ id }: Subject) => id !== 'node';

const limit = 256 * 1024 ** 2;
const connections = 6000;

export async function run(subject: Subject, { siege, after, ...traffic }: Settings) {
  const group = memoryGroup(limit);
  const port = await freePort();
  const server = await supervised(() => subject.serve({ port, wrapper: group.command }));
  try {
    return await observe(server.url, traffic, async ({ begin, end }) => {
      begin();
      const hogs = startSlowHeads(port, connections, 15_000);
      await pause(siege);
      const peak = hogs.peak();
      hogs.end();
      end();
      await pause(after);
      const kills = group.kills();
      return [
        kills > 0 ? `killed ${kills} ${kills === 1 ? 'time' : 'times'}` : 'not killed',
        `at most ${Math.round(group.peak() / 1e6)} MB`,
        `at most ${peak.toLocaleString('en')} connections`,
      ];
    });
  } finally {
    await server.end();
  }
}

/** Starts a server, and again whenever it ends, as systemd or the kubelet does. */
async function supervised(start: () => Promise<Running>) {
  let running = await start();
  let isEnding = false;
  const restart = async () => {
    while (!isEnding) {
      try {
        running = await start();
        running.child.once('exit', restart);
        return;
      } catch {
        // It was killed while it started.
      }
    }
  };
  running.child.once('exit', restart);
  return {
    url: running.url,
    async end() {
      isEnding = true;
      await endProcess(running.child);
    },
  };
}
