/**
 * What a second worker brings: kept pages that one and two workers could send a
 * second, by the processor time that each page takes them. The load generator
 * needs the same cores, so requests a second alone would tell of both; the
 * server's own processor time does not, and would grow if its workers waited
 * for each other while spinning. Whether they wait asleep shows in the time that
 * the machine is idle, which is printed.
 *
 *     node bench/two-workers.mjs [rounds]   (after `make build`; five by default)
 *
 * Needs wrk.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, median } from './support.mjs';

const rounds = Number(process.argv[2] ?? 5);
const seconds = 4;
/** Linux counts processor time in hundredths of a second. */
const tick = 0.01;

/** Processor time of a process so far, seconds. */
function processorTime({ pid }) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * tick;
}

/** Time that all cores together were idle so far, seconds. */
function idleTime() {
  const [, , , , idle] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return idle * tick;
}

function load(port) {
  const args = ['-t1', '-c64', `-d${seconds}s`, '-H', 'Accept-Encoding: br'];
  const wrk = spawn('wrk', [...args, `http://127.0.0.1:${port}/`]);
  let report = '';
  wrk.stdout.on('data', (text) => {
    report += text;
  });
  return new Promise((resolve, reject) => {
    wrk.on('error', reject);
    wrk.on('close', () => {
      if (/Non-2xx|Socket errors/.test(report)) reject(new Error(report));
      resolve(Number(/(\d+) requests in/.exec(report)[1]));
    });
  });
}

/** Pages a second that so many workers could send with a core each. */
async function measure(workers) {
  const port = await freePort();
  const server = spawn('target/release/marquee', [], {
    stdio: 'ignore',
    env: {
      LISTEN_ADDR: `127.0.0.1:${port}`,
      ADMIN_ADDR: '127.0.0.1:0',
      WORKERS: String(workers),
      RENDER_THREADS: '1',
    },
  });
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isServing())) await pause(10);
  const [processor, idle] = [processorTime(server), idleTime()];
  const requests = await load(port);
  const perRequest = (processorTime(server) - processor) / requests;
  const idleShare = (idleTime() - idle) / seconds;
  server.kill('SIGKILL');
  await new Promise((resolve) => server.once('exit', resolve));
  return { capacity: workers / perRequest, perSecond: requests / seconds, idleShare };
}

const figures = { 1: [], 2: [] };
for (let round = 0; round < rounds; round += 1) {
  for (const workers of [1, 2]) figures[workers].push(await measure(workers));
}
for (const [workers, all] of Object.entries(figures)) {
  const of = (name) => median(all.map((figure) => figure[name]));
  console.log(
    `${workers} worker(s): ${of('capacity').toFixed(0)} pages/s with a core each ` +
      `(${of('perSecond').toFixed(0)} beside the load generator, ` +
      `${of('idleShare').toFixed(2)} cores idle)`,
  );
}
const ratios = figures[1].map(({ capacity }, round) => figures[2][round].capacity / capacity);
console.log(`two workers / one: ${median(ratios).toFixed(2)}`);
