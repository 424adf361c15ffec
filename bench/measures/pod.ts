import { openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { navigation } from '../http.ts';
import { load } from '../loads.ts';
import type { MeasureOptions } from '../measure.ts';
import { end, proportionalOfGroup, threadsOfGroup } from '../processes.ts';
import { marquees, type Server, serve } from '../servers.ts';
import { temporaryFolder } from '../temporary.ts';
import { inTurns } from '../turns.ts';

export const id = 'pod';
export const title = 'A pod';

const connections = 64;

/** The settings of the manifests that decide what a pod takes. */
function manifestSettings() {
  const text = readFileSync('deploy/kustomize/base/kustomization.yaml', 'utf8');
  const all = Array.from(text.matchAll(/^ +- (\w+)=(\S+)$/gm), ([, key = '', value = '']) => [
    key,
    value,
  ]);
  return Object.fromEntries(all.filter(([key]) => key !== 'ACCESS_LOG'));
}

/** Loads every page in a language of the header, then counts the threads, the memory and the bytes of the log. */
async function measureOne(server: Server, seconds: number) {
  const log = join(temporaryFolder(), 'access.log');
  const { child, url } = await serve(server, {
    env: { ...manifestSettings(), ACCESS_LOG: 'on' },
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
  });
  try {
    const encoding = navigation['accept-encoding'];
    const before = statSync(log).size;
    await load(url, { connections, encoding, seconds });
    const [threads, memory] = [threadsOfGroup(child), proportionalOfGroup(child)];
    const lines = readFileSync(log, 'utf8').slice(before).split('\n').slice(0, -1);
    const logged = lines.filter((line) => line.includes('"target":"marquee::access"'));
    if (logged.length === 0) throw new Error(`no line of a request in ${log}`);
    const bytes = logged.reduce((sum, line) => sum + line.length + 1, 0);
    return { threads, memory, line: bytes / logged.length };
  } finally {
    await end(child);
  }
}

export async function measure({ rounds, seconds }: MeasureOptions) {
  return {
    note:
      `Marquee with the settings of \`deploy/kustomize/base\`, after ${connections} connections have requested the page ` +
      'for a turn. Memory is the proportional set size of all processes, which counts shared pages once.',
    tables: [
      {
        id: 'used',
        columns: [
          { key: 'threads', title: 'Threads (`pids`)', digits: 0 },
          { key: 'memory', title: 'Memory, MB', digits: 1 },
          { key: 'line', title: 'A line of the access log, B', digits: 0 },
        ],
        // The figures hardly differ between rounds.
        rows: await inTurns(marquees, Math.min(3, rounds), (server) => measureOne(server, seconds)),
      },
    ],
  };
}
