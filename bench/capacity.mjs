/**
 * What one process can serve, with a page cache and without: processor time of a
 * page, and memory. The load generator needs cores too, so the pages a second
 * that are printed follow from the processor time, of one core.
 *
 *     MARQUEE=target/release/marquee node bench/capacity.mjs [rounds]
 *
 * Needs wrk.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, load, median, processorTime } from './support.mjs';

const rounds = Number(process.argv[2] ?? 3);
const binary = process.env.MARQUEE ?? 'target/release/marquee';
const seconds = 6;

/** Megabytes that a process has in memory. */
function resident(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000;
}

async function measure(cache) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const server = spawn(binary, [], {
    stdio: 'ignore',
    env: {
      DIST_DIR: process.env.DIST_DIR ?? 'dist',
      ACCESS_LOG: 'off',
      PAGE_CACHE: cache,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      WORKERS: '2',
      RENDER_THREADS: '2',
    },
  });
  const admin = (path) => fetch(`http://127.0.0.1:${adminPort}${path}`);
  const isReady = () =>
    admin('/readyz').then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await pause(10);
  const { engine } = await (await admin('/version')).json();
  // By then it has given back what its start took.
  await pause(3000);
  const rest = resident(server.pid);
  await load(port, 8, 2);
  const before = processorTime(server.pid);
  const pages = await load(port, 8, seconds);
  const perPage = (processorTime(server.pid) - before) / pages;
  const loaded = resident(server.pid);
  server.kill('SIGKILL');
  await new Promise((resolve) => server.once('exit', resolve));
  return { engine, perPage, rest, loaded };
}

for (const cache of ['on', 'off']) {
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure(cache));
  const of = (figure) => median(all.map((figures) => figures[figure]));
  console.log(
    `${all[0].engine}, page cache ${cache}: ${(of('perPage') * 1e6).toFixed(1)} us a page, ` +
      `${(1 / of('perPage')).toFixed(0)} pages/s a core, ` +
      `${of('rest').toFixed(0)} MB at rest, ${of('loaded').toFixed(0)} MB under load`,
  );
}
