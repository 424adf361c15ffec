/**
 * Scaling of HTTP workers. A small machine has no cores for two workers and the
 * load generator, so throughput alone would measure the machine; the CPU time of a
 * cached page is compared instead. Two workers of one process are measured against
 * two processes of one worker each, which share nothing and so scale perfectly:
 * same load, same cores, interleaved. Twice the ratio of the two is the speed-up of
 * two workers over one. Lock contention would leave cores idle, which is printed.
 *
 *     node bench/two-workers.mjs [rounds]   (after `make build`; five by default)
 *
 * Requires wrk.
 */
import { readFileSync } from 'node:fs';
import { firstPage } from './http.mjs';
import { load } from './loads.mjs';
import { cpuTimeOfGroup, end, start } from './processes.mjs';
import { freePort, median, tick } from './support.mjs';

const rounds = Number(process.argv[2] ?? 5);
const seconds = 4;
/** Returns the idle time of all cores together so far, in seconds. */
function idleTime() {
  const [, , , , idle] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return idle * tick;
}

async function serve(workers) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const server = start('target/release/marquee', [], {
    env: {
      ACCESS_LOG: 'off',
      LISTEN_ADDR: `127.0.0.1:${port}`,
      ADMIN_ADDR: '127.0.0.1:0',
      WORKERS: String(workers),
      RENDER_THREADS: '1',
    },
  });
  await firstPage(url, server);
  return { server, url };
}

/** Measures the CPU time of a page in microseconds, with `processes` of `workers` each under load. */
async function measure({ processes, workers }) {
  const servers = [];
  for (let count = 0; count < processes; count += 1) servers.push(await serve(workers));
  const timeOfAll = () => servers.reduce((sum, { server }) => sum + cpuTimeOfGroup(server), 0);
  const [cpu, idle] = [timeOfAll(), idleTime()];
  const loads = await Promise.all(
    // The same load in both cases: two load generators.
    [0, 1].map((place) =>
      load(servers[place % processes].url, { connections: 32, seconds, encoding: 'br' }),
    ),
  );
  const requests = loads[0].requests + loads[1].requests;
  const perPage = ((timeOfAll() - cpu) / requests) * 1e6;
  const figures = { perPage, perSecond: requests / seconds, idle: (idleTime() - idle) / seconds };
  for (const { server } of servers) await end(server);
  return figures;
}

const [apart, together] = [
  { name: 'two processes of one worker', processes: 2, workers: 1, all: [] },
  { name: 'one process of two workers', processes: 1, workers: 2, all: [] },
];
for (let round = 0; round < rounds; round += 1) {
  for (const way of [apart, together]) way.all.push(await measure(way));
}
for (const { name, all } of [apart, together]) {
  const of = (figure) => median(all.map((figures) => figures[figure]));
  console.log(
    `${name}: ${of('perPage').toFixed(2)} us of CPU time a page, ` +
      `${of('perSecond').toFixed(0)} pages/s, ${of('idle').toFixed(2)} cores idle`,
  );
}
const ratios = apart.all.map(({ perPage }, round) => (2 * perPage) / together.all[round].perPage);
console.log(`speed-up of two workers over one: ${median(ratios).toFixed(2)}`);
