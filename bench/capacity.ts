/**
 * Capacity of one process, with and without the page cache: CPU time of a page, and
 * memory. The load generator shares the cores, so pages/s are computed from the CPU
 * time, for one core.
 *
 *     MARQUEE=target/release/marquee node --import tsx bench/capacity.ts [rounds]
 *
 * Requires wrk.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { fetchVersion, firstPage } from './http.ts';
import { load } from './loads.ts';
import { cpuTimeOfGroup, end, residentOfGroup, start } from './processes.ts';
import { median } from './statistics.ts';

const rounds = Number(process.argv[2] ?? 3);
const { MARQUEE = 'target/release/marquee', DIST_DIR = 'dist' } = process.env;
const clients = { connections: 8, encoding: 'br' };
const seconds = 6;

async function measure(cache: string) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}/`;
  const admin = `http://127.0.0.1:${adminPort}`;
  const server = start(MARQUEE, [], {
    env: {
      DIST_DIR,
      ACCESS_LOG: 'off',
      PAGE_CACHE: cache,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      WORKERS: '2',
      RENDER_THREADS: '2',
    },
  });
  await firstPage(`${admin}/readyz`, server, ({ status }) => status === 200);
  const { engine } = await fetchVersion(admin);
  // By then the memory of the start has been returned.
  await pause(3000);
  const idle = residentOfGroup(server);
  await load(url, { ...clients, seconds: 2 });
  const before = cpuTimeOfGroup(server);
  const { requests } = await load(url, { ...clients, seconds });
  const perPage = (cpuTimeOfGroup(server) - before) / requests;
  const loaded = residentOfGroup(server);
  await end(server);
  return { engine, perPage, idle, loaded };
}

for (const cache of ['on', 'off']) {
  const all: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure(cache));
  const of = (figure: 'perPage' | 'idle' | 'loaded') =>
    median(all.map((figures) => figures[figure]));
  console.log(
    `${all[0]?.engine}, page cache ${cache}: ${(of('perPage') * 1e6).toFixed(1)} us of CPU time a page, ` +
      `${(1 / of('perPage')).toFixed(0)} pages/s a core, ` +
      `${of('idle').toFixed(0)} MB idle, ${of('loaded').toFixed(0)} MB under load`,
  );
}
