/** What a pod of Marquee takes. */
import { openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fetchKeptAlive, navigation } from '../http.ts';
import { load } from '../loads.ts';
import { type Measured, rounded } from '../measure.ts';
import { end, proportionalOfGroup, threadsOfGroup } from '../processes.ts';
import { marquees, type Server, serve } from '../servers.ts';
import { temporaryFolder } from '../temporary.ts';

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
    const page = (await fetchKeptAlive(url, encoding)).bytes;
    return { threads, memory, line: bytes / logged.length, page };
  } finally {
    await end(child);
  }
}

/**
 * Measures Marquee on each engine with the settings of `deploy/kustomize/base`: its threads, its memory in MB (the
 * proportional set size of all processes), and the bytes of a line of the access log and of a page.
 */
export async function measurePods(rounds: number, seconds: number): Promise<Measured[]> {
  const pods: Measured[] = [];
  for (const server of marquees) {
    const figures: Measured['figures'] = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [key, value] of Object.entries(await measureOne(server, seconds))) {
        figures[key] = [...(figures[key] ?? []), rounded(value)];
      }
    }
    pods.push({ id: server.id, name: server.name, figures });
  }
  return pods;
}
