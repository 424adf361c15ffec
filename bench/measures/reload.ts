import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { fetchRaw } from '../http.ts';
import type { MeasureOptions } from '../measure.ts';
import { end, type Process, residentOfGroup } from '../processes.ts';
import { dist, marquees, type Server, serve } from '../servers.ts';
import { temporaryFolder } from '../temporary.ts';
import { inTurns } from '../turns.ts';

export const id = 'reload';
export const title = 'Memory across reloads';

/** Timeout of a reload, in milliseconds; it takes about a hundredth of it. */
const timeout = 10_000;

/** Milliseconds without a decrease after which memory counts as settled. */
const settlingTime = 3000;

async function measureOne(server: Server, reloads: number) {
  const distFolder = temporaryFolder();
  cpSync(dist, distFolder, { recursive: true });
  const adminAddress = `127.0.0.1:${await freePort()}`;
  const { child } = await serve(server, {
    distFolder,
    engines: 1,
    env: { ADMIN_ADDR: adminAddress },
  });
  const reload = async (build: string) => {
    rename(distFolder, build);
    process.kill(child.pid, 'SIGHUP');
    await untilServed(build, adminAddress);
  };
  try {
    await reload('reload-1');
    const first = await settledMemory(child);
    for (let number = 2; number <= reloads; number += 1) await reload(`reload-${number}`);
    const last = await settledMemory(child);
    return { first, last, growth: last / first };
  } finally {
    await end(child);
  }
}

/** Gives the build another id, in one step: the server may be reading it. */
function rename(distFolder: string, build: string) {
  const manifest = join(distFolder, 'site.json');
  const site = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(`${manifest}.new`, JSON.stringify({ ...site, build }));
  renameSync(`${manifest}.new`, manifest);
}

async function untilServed(build: string, adminAddress: string) {
  const deadline = performance.now() + timeout;
  const served = async () => {
    const { body } = await fetchRaw(`http://${adminAddress}/version`);
    return JSON.parse(body.toString()).build;
  };
  while ((await served()) !== build) {
    if (performance.now() > deadline) throw new Error(`${build} is not served after SIGHUP`);
    await pause(2);
  }
}

/** Resolves with the resident memory once it does not decrease any more. */
async function settledMemory(child: Process) {
  let least = Number.POSITIVE_INFINITY;
  for (let since = performance.now(); performance.now() - since < settlingTime; await pause(50)) {
    const resident = residentOfGroup(child);
    if (resident >= least) continue;
    least = resident;
    since = performance.now();
  }
  return least;
}

export async function measure({ isQuick }: MeasureOptions) {
  const reloads = isQuick ? 20 : 1000;
  return {
    note:
      'Resident memory after reloads (SIGHUP), each to a build with another id, so that each has new ' +
      'engines and renders every page. One engine.',
    tables: [
      {
        id: 'resident',
        columns: [
          { key: 'first', title: 'After one reload, MB', digits: 1 },
          { key: 'last', title: `After ${reloads.toLocaleString('en')} reloads, MB`, digits: 1 },
          { key: 'growth', title: 'Ratio', digits: 2 },
        ],
        // A second round would find the same.
        rows: await inTurns(marquees, 1, (server) => measureOne(server, reloads)),
      },
    ],
  };
}
