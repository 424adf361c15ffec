/**
 * Instruction-count regression test of the home page: counts the CPU instructions of one uncached
 * render and of one cached response, and compares them with `bench/guard.json`.
 *
 *     make bench-guard                             exits with status 1 if a count exceeds its tolerance
 *     node --import tsx bench/guard.ts --update    updates the reference counts after an intended change
 *
 * `MARQUEE` names another binary with QuickJS, and `DIST_DIR` another build. Unlike times, the
 * counts do not depend on the machine's load, but on the compiler, the C library and the CPU's
 * instruction set extensions. They include everything that the process does, on every thread.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../tools/free-port.ts';
import { fetchRaw, fetchVersion, isReady } from './http.ts';
import { end, type Process, run, start } from './processes.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary.ts';

const { MARQUEE = 'target/release/marquee', DIST_DIR = 'dist' } = process.env;
const referenceFile = 'bench/guard.json';

interface Subject {
  id: 'render' | 'cached';
  name: string;
  env: Record<string, string>;
  headers: Record<string, string>;
  requests: number;
  rounds: number;
}

/**
 * The count is the median of the `rounds`, so that periodic work (every ten seconds) affects few of
 * them; each is the mean of that many `requests`. About every tenth render triggers a garbage
 * collection, which is part of the cost: one round of many renders includes its share.
 */
const subjects: Subject[] = [
  {
    id: 'render',
    name: 'uncached render',
    env: { PAGE_CACHE: 'off' },
    headers: {},
    requests: 40,
    rounds: 1,
  },
  {
    id: 'cached',
    name: 'cached response',
    env: { PAGE_CACHE: 'on' },
    headers: { 'accept-encoding': 'br' },
    requests: 100,
    rounds: 5,
  },
];

/** Requests before the first one that is counted. */
const warmUp = 5;

/** Timeout of a subject, in milliseconds; it takes about a tenth of it. */
const timeout = 300_000;

/** Starts the server without instrumentation, which is faster. */
async function serve(env: Record<string, string>, folder: string) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const options = [
    '--tool=callgrind',
    '--instr-atstart=no',
    `--callgrind-out-file=${folder}/counted`,
    `--vgdb-prefix=${folder}/vgdb`,
  ];
  const child = start('valgrind', [...options, MARQUEE], {
    env: {
      ACCESS_LOG: 'off',
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      DIST_DIR,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      PAGE_TTL: '24h',
      RENDER_THREADS: '1',
      RENDER_TIMEOUT: '60s',
      WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const admin = `http://127.0.0.1:${adminPort}`;
  while (!(await isReady(`${admin}/readyz`))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${MARQUEE} exited:\n${stderr}`);
    }
    await pause(50);
  }
  const { engine } = await fetchVersion(admin);
  if (engine !== 'quickjs') throw new Error(`${MARQUEE} is built with ${engine}, not QuickJS`);
  await idle(child);
  return { child, url: `http://127.0.0.1:${port}/` };
}

/**
 * Resolves when every thread has slept for a second: pages are prewarmed after the start. A thread
 * that waits for a CPU does not sleep, so that a busy machine only delays this.
 */
async function idle({ pid }: Process) {
  const threads = `/proc/${pid}/task`;
  const sleeps = (thread: string) =>
    /\) S /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'));
  for (let samples = 0; samples < 20; await pause(50)) {
    samples = readdirSync(threads).every(sleeps) ? samples + 1 : 0;
  }
}

/** Returns the instructions of one response. */
async function count({ env, headers, requests, rounds }: Subject) {
  const folder = temporaryFolder();
  const { child, url } = await serve(env, folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const { status } = await fetchRaw(url, { agent, headers });
      if (status !== 200) throw new Error(`${url} responded with ${status}`);
    }
  };
  const valgrind = [`--vgdb-prefix=${folder}/vgdb`, `--pid=${child.pid}`];
  const command = (...words: string[]) => run('vgdb', [...valgrind, ...words]);
  try {
    await command('instrumentation', 'on');
    await request(warmUp);
    await command('zero');
    const costs: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await request(requests);
      // Writes the counts and resets them.
      await command('dump');
      const counted = readFileSync(`${folder}/counted.${round}`, 'utf8');
      costs.push(Number(/^totals: (\d+)$/m.exec(counted)?.[1]) / requests);
    }
    return Math.round(median(costs));
  } finally {
    agent.destroy();
    await end(child);
  }
}

const figure = (number: number) => number.toLocaleString('en');
const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(2)} %`;

const { update } = parseArgs({ options: { update: { type: 'boolean', default: false } } }).values;
const reference: Record<Subject['id'], { instructions: number; tolerance: number }> & {
  architecture: string;
} = JSON.parse(readFileSync(referenceFile, 'utf8'));
if (!update && reference.architecture !== process.arch) {
  throw new Error(
    `${referenceFile} is for ${reference.architecture}, and this machine is ${process.arch}`,
  );
}

let isUnchanged = true;
for (const subject of subjects) {
  const { id, name } = subject;
  const deadline = setTimeout(() => {
    console.error(`${name}: timed out after ${timeout / 1000} s`);
    process.exit(1);
  }, timeout);
  const now = await count(subject);
  clearTimeout(deadline);

  const { instructions, tolerance } = reference[id];
  const difference = now / instructions - 1;
  let verdict = 'ok';
  if (Math.abs(difference) > tolerance) {
    verdict = difference > 0 ? 'REGRESSION' : 'improvement';
    isUnchanged = false;
    if (difference > 0 && !update) process.exitCode = 1;
  }
  const figures = `${figure(now)} instructions, reference ${figure(instructions)}`;
  console.log(
    `${name}: ${figures}, ${percent(difference)}, tolerance ±${tolerance * 100} %: ${verdict}`,
  );
  reference[id].instructions = now;
}

if (update) {
  reference.architecture = process.arch;
  writeFileSync(referenceFile, `${JSON.stringify(reference, null, 2)}\n`);
  console.log(`${referenceFile} updated`);
} else if (!isUnchanged) {
  console.log(
    'if this is intended, update the reference: node --import tsx bench/guard.ts --update',
  );
}
