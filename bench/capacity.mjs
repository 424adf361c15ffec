/**
 * What one process can serve, with a page cache and without: processor time of a
 * page, and memory. The load generator needs cores too, so the pages a second
 * that are printed follow from the processor time, of one core.
 *
 *     MARQUEE=target/release/marquee node bench/capacity.mjs [rounds]
 *
 * Needs wrk.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw, firstPage } from './http.mjs';
import { load } from './loads.mjs';
import { end, processorTimeOfGroup, residentOfGroup, start } from './processes.mjs';
import { freePort, median } from './support.mjs';

const rounds = Number(process.argv[2] ?? 3);
const { MARQUEE = 'target/release/marquee', DIST_DIR = 'dist' } = process.env;
const visitors = { connections: 8, encoding: 'br' };
const seconds = 6;

async function measure(cache) {
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
  await firstPage(`${admin}/readyz`, server, { isComplete: ({ status }) => status === 200 });
  const { engine } = JSON.parse((await fetchRaw(`${admin}/version`)).body);
  // By then it has given back what its start took.
  await pause(3000);
  const rest = residentOfGroup(server);
  await load(url, { ...visitors, seconds: 2 });
  const before = processorTimeOfGroup(server);
  const { requests } = await load(url, { ...visitors, seconds });
  const perPage = (processorTimeOfGroup(server) - before) / requests;
  const loaded = residentOfGroup(server);
  await end(server);
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
