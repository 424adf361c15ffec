/**
 * Guards the cost of the home page: counts the processor's instructions for one render and for one
 * kept answer, and compares them with `bench/guard.json`.
 *
 *     make bench-guard                 status 1 when one costs more than its tolerance allows
 *     node bench/guard.mjs --keep      keeps the figures of now, after a change that is meant
 *
 * `MARQUEE` names another binary with QuickJS, and `DIST_DIR` other bundles. Unlike times, the
 * figures are the same on a busy machine; the compiler, the C library and the processor's extensions
 * change them. They hold all that the process does, on every thread.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fetchRaw } from './http.mjs';
import { end, run, start } from './processes.mjs';
import { freePort, median } from './support.mjs';
import { temporaryFolder } from './temporary.mjs';

const { MARQUEE = 'target/release/marquee', DIST_DIR = 'dist' } = process.env;
const keptFile = 'bench/guard.json';

/**
 * The figure is the median of the `rounds`, so that what is done every ten seconds falls into few of
 * them; each is the mean of so many `answers`. Every tenth render or so has the engine collect its
 * garbage, which belongs to the cost: one round of many renders has its share.
 */
const subjects = [
  {
    id: 'render',
    name: 'one render',
    env: { PAGE_CACHE: 'off' },
    headers: {},
    answers: 40,
    rounds: 1,
  },
  {
    id: 'kept',
    name: 'one kept answer',
    env: { PAGE_CACHE: 'on' },
    headers: { 'accept-encoding': 'br' },
    answers: 100,
    rounds: 5,
  },
];

/** Answers before the first that counts. */
const warmUp = 5;

/** Longest time for a subject; it takes a tenth of it. */
const patience = 300_000;

/** Starts the server without counting, which makes that quick. */
async function serve(env, folder) {
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
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const admin = `http://127.0.0.1:${adminPort}`;
  while (!(await isReady(admin))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${MARQUEE} has ended:\n${said}`);
    }
    await pause(50);
  }
  const { engine } = JSON.parse((await fetchRaw(`${admin}/version`)).body);
  if (engine !== 'quickjs') throw new Error(`${MARQUEE} has ${engine} and not QuickJS`);
  await calm(child);
  return { child, url: `http://127.0.0.1:${port}/` };
}

async function isReady(admin) {
  try {
    return (await fetchRaw(`${admin}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

/**
 * Resolves when every thread has slept for a second: pages are made after the start. A thread that
 * waits for a processor does not sleep, so that a busy machine only makes this longer.
 */
async function calm({ pid }) {
  const threads = `/proc/${pid}/task`;
  const sleeps = (thread) => /\) S /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'));
  for (let looks = 0; looks < 20; await pause(50)) {
    looks = readdirSync(threads).every(sleeps) ? looks + 1 : 0;
  }
}

/** The instructions of one answer. */
async function count({ env, headers, answers, rounds }) {
  const folder = temporaryFolder();
  const { child, url } = await serve(env, folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const visit = async (times) => {
    for (let time = 0; time < times; time++) {
      const { status } = await fetchRaw(url, { agent, headers });
      if (status !== 200) throw new Error(`${url} was answered with ${status}`);
    }
  };
  const valgrind = [`--vgdb-prefix=${folder}/vgdb`, `--pid=${child.pid}`];
  const command = (...words) => run('vgdb', [...valgrind, ...words]);
  try {
    await command('instrumentation', 'on');
    await visit(warmUp);
    await command('zero');
    const costs = [];
    for (let round = 1; round <= rounds; round++) {
      await visit(answers);
      // This writes what has been counted, and begins anew.
      await command('dump');
      const counted = readFileSync(`${folder}/counted.${round}`, 'utf8');
      costs.push(Number(/^totals: (\d+)$/m.exec(counted)[1]) / answers);
    }
    return Math.round(median(costs));
  } finally {
    agent.destroy();
    await end(child);
  }
}

const figure = (number) => number.toLocaleString('en');
const percent = (share) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(2)} %`;

const { keep } = parseArgs({ options: { keep: { type: 'boolean', default: false } } }).values;
const kept = JSON.parse(readFileSync(keptFile, 'utf8'));
if (!keep && kept.architecture !== process.arch) {
  throw new Error(`${keptFile} is for ${kept.architecture}, and this machine is ${process.arch}`);
}

let isAsKept = true;
for (const subject of subjects) {
  const { id, name } = subject;
  const deadline = setTimeout(() => {
    console.error(`${name} could not be counted in ${patience / 1000} s`);
    process.exit(1);
  }, patience);
  const now = await count(subject);
  clearTimeout(deadline);

  const { instructions, tolerance } = kept[id];
  const difference = now / instructions - 1;
  let verdict = 'as kept';
  if (Math.abs(difference) > tolerance) {
    verdict = difference > 0 ? 'TOO MUCH' : 'less';
    isAsKept = false;
    if (difference > 0 && !keep) process.exitCode = 1;
  }
  const figures = `${figure(now)} instructions, kept ${figure(instructions)}`;
  console.log(`${name}: ${figures}, ${percent(difference)} of ±${tolerance * 100} %: ${verdict}`);
  kept[id].instructions = now;
}

if (keep) {
  kept.architecture = process.arch;
  writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`${keptFile} has the figures of now.`);
} else if (!isAsKept) {
  console.log('If that is meant, have the figures of now kept: node bench/guard.mjs --keep');
}
