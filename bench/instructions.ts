/**
 * Counts the CPU instructions of an uncached render on each engine, and of a cached response of Marquee and nginx.
 *
 * Unlike times, they do not depend on the machine's load, but on the compiler, the C library and the CPU's
 * instruction set extensions. They are those of user space, of all threads of the server and of its engine.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { fetchKeptAlive, fetchRaw, isReady, navigation } from './http.ts';
import { serveAsFile } from './nginx.ts';
import { end, groupOf, type Process, run, start } from './processes.ts';
import { copyBuild } from './servers.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary.ts';

/** The build that is served. */
const { DIST_DIR = 'dist' } = process.env;

export interface Counted {
  id: string;
  name: string;
  /** The program of Marquee that it needs, in the folder of both engines' programs. */
  program: string;
  /** `folder` is empty. */
  start(program: string, folder: string): Promise<{ child: Process; url: string }>;
  /** Requests before those that are counted. */
  warmUp: number;
  requests: number;
  headers: Record<string, string>;
}

/** The count is the median of so many rounds, since some work of a server is periodic. */
const rounds = 4;

/** A page that is rendered for each request would be compressed for each, too. */
const uncompressed = { ...navigation, 'accept-encoding': 'identity' };

export const subjects: Counted[] = [
  {
    id: 'render-quickjs',
    name: 'Uncached render on QuickJS',
    program: 'marquee-quickjs',
    start: (program, folder) => startMarquee(program, 'off', folder),
    warmUp: 20,
    // About as many as there are between two garbage collections.
    requests: 10,
    headers: uncompressed,
  },
  {
    id: 'render-v8',
    name: 'Uncached render on V8',
    program: 'marquee-v8',
    start: (program, folder) => startMarquee(program, 'off', folder),
    // Until most of it is compiled.
    warmUp: 500,
    requests: 50,
    headers: uncompressed,
  },
  {
    id: 'cached',
    name: 'Cached response',
    program: 'marquee-quickjs',
    start: (program, folder) => startMarquee(program, 'on', folder),
    warmUp: 20,
    requests: 200,
    headers: navigation,
  },
  {
    id: 'nginx',
    name: 'The same response of nginx',
    program: 'marquee-quickjs',
    start: startNginx,
    warmUp: 20,
    requests: 200,
    headers: navigation,
  },
];

/**
 * The C library fills and copies large blocks by one repeated instruction, of which callgrind counts each
 * repetition: a byte. So it shall use vectors for all sizes.
 */
const withoutRepetitions =
  'GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=0x7fffffff:glibc.cpu.x86_rep_movsb_threshold=0x7fffffff';

/** The command that runs a server in Valgrind. It starts without counting, which is faster. */
const valgrind = (folder: string) => [
  'env',
  withoutRepetitions,
  'valgrind',
  '--tool=callgrind',
  '--trace-children=yes',
  '--instr-atstart=no',
  `--callgrind-out-file=${folder}/counted.%p`,
  `--vgdb-prefix=${folder}/vgdb`,
];

/** Starts Marquee with one worker and one engine, which is another process of the same program. */
async function startMarquee(marquee: string, cache: 'on' | 'off', folder: string) {
  const dist = join(folder, 'dist');
  copyBuild(DIST_DIR, dist);
  await run(marquee, ['prepare'], { env: { DIST_DIR: dist } });
  const library = join(folder, 'engine-program.so');
  await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, 'bench/engine-program.c']);
  const [port, adminPort] = [await freePort(), await freePort()];
  const [program = '', ...options] = valgrind(folder);
  const child = start(program, [...options, marquee], {
    env: {
      ACCESS_LOG: 'off',
      ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      DIST_DIR: dist,
      LD_PRELOAD: library,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      PAGE_CACHE: cache,
      PAGE_TTL: '24h',
      RENDER_THREADS: '1',
      RENDER_TIMEOUT: '60s',
      WORKERS: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  while (!(await isReady(`http://127.0.0.1:${adminPort}/readyz`))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${marquee} exited:\n${stderr}`);
    }
    await pause(50);
  }
  return { child, url: `http://127.0.0.1:${port}/` };
}

/** Starts nginx, without a master process, with the cached response of Marquee. */
async function startNginx(program: string, folder: string) {
  const marquee = await startMarquee(program, 'on', folder);
  const page = await fetchKeptAlive(marquee.url, navigation['accept-encoding']);
  await end(marquee.child);
  const options = { main: 'master_process off;', wrapper: valgrind(folder) };
  return serveAsFile(page, navigation['accept-encoding'], options);
}

/**
 * Resolves when every thread has slept for a second: pages are prewarmed after the start. A thread
 * that waits for a CPU does not sleep, so that a busy machine only delays this.
 */
async function idle(processes: number[]) {
  const threads = processes.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/stat`),
  );
  const sleeps = (stat: string) =>
    / S /.test(existsSync(stat) ? readFileSync(stat, 'utf8') : ' S ');
  for (let samples = 0; samples < 20; await pause(50)) {
    samples = threads.every(sleeps) ? samples + 1 : 0;
  }
}

/** Returns the instructions of one response; `programs` is the folder of both engines' programs. */
export async function count(
  { program, start, warmUp, requests, headers }: Counted,
  programs: string,
) {
  const folder = temporaryFolder();
  const { child, url } = await start(join(programs, program), folder);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const { status } = await fetchRaw(url, { agent, headers });
      if (status !== 200) throw new Error(`${url} responded with ${status}`);
    }
  };
  try {
    const processes = groupOf(child);
    const command = async (...words: string[]) => {
      for (const pid of processes) {
        await run('vgdb', [`--vgdb-prefix=${folder}/vgdb`, `--pid=${pid}`, ...words]);
      }
    };
    await idle(processes);
    await request(warmUp);
    await command('instrumentation', 'on');
    await request(1);
    await command('zero');
    const costs: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await request(requests);
      // Writes the counts and resets them.
      await command('dump');
      const counted = processes.map((pid) => {
        const [, total] =
          /^totals: (\d+)$/m.exec(readFileSync(`${folder}/counted.${pid}.${round}`, 'utf8')) ?? [];
        return Number(total);
      });
      costs.push(counted.reduce((sum, total) => sum + total) / requests);
    }
    return Math.round(median(costs));
  } finally {
    agent.destroy();
    await end(child);
  }
}
