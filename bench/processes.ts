/** Starts processes, each in its own process group, and kills them at exit. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A process that was started. */
export interface Process extends ChildProcess {
  readonly pid: number;
}

export interface StartOptions {
  /** The CPUs to which the process is pinned: none by default. */
  cores?: string | undefined;
  /** The environment besides `PATH` and `HOME`. */
  env?: NodeJS.ProcessEnv | undefined;
  stdio?: StdioOptions | undefined;
}

/** A server that is pinned alone gets the first core, and the load generator the others. */
export const serverCore = '0';
export const otherCores = `1-${Math.max(1, availableParallelism() - 1)}`;

const groups = new Set<number>();

process.on('exit', () => {
  for (const group of groups) signal(group, 'SIGKILL');
});
for (const [name, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(name, () => process.exit(status));
}

function signal(group: number, name: NodeJS.Signals) {
  try {
    process.kill(-group, name);
  } catch {
    // It has exited.
  }
}

const isStarted = (child: ChildProcess): child is Process => child.pid !== undefined;

/** Starts a command; throws if its program is missing. */
export function start(
  command: string,
  args: string[],
  { cores, env, stdio = 'ignore' }: StartOptions = {},
): Process {
  const [program, rest] = cores ? ['taskset', ['-c', cores, command, ...args]] : [command, args];
  const child = spawn(program, rest, {
    stdio,
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  if (!isStarted(child)) {
    child.on('error', () => {});
    throw new Error(`${program} cannot be started`);
  }
  const { pid } = child;
  groups.add(pid);
  child.once('exit', () => {
    signal(pid, 'SIGKILL');
    groups.delete(pid);
  });
  return child;
}

/** Kills a process and its descendants. */
export async function end(child: Process) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signal(child.pid, 'SIGKILL');
  await ended;
}

/** Runs a command; resolves with its standard output, and rejects with its output if it fails. */
export async function run(
  command: string,
  args: string[],
  options: Omit<StartOptions, 'stdio'> = {},
) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const out = text(child.stdout as Readable);
  const err = text(child.stderr as Readable);
  const [status] = await once(child, 'close');
  if (status === 0) return out;
  throw new Error(`${command} ${args.join(' ')}: ${await out}${await err}`);
}

/**
 * Returns the fields of `/proc/PID/stat` from the third on, for every process of a session: each engine is a
 * group of its own.
 */
function statsOf(session: number) {
  const found: { pid: string; fields: string[] }[] = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const text = textAt(`/proc/${pid}/stat`);
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
    if (Number(fields[3]) === session) found.push({ pid, fields });
  }
  return found;
}

/** Returns the ids of a server and its children. */
export const groupOf = ({ pid }: Pick<Process, 'pid'>) =>
  statsOf(pid).map(({ pid }) => Number(pid));

/** Nanoseconds of CPU time by the path of the thread. */
export type ThreadTimes = Map<string, number>;

/** Returns the CPU time of each thread of a server and its children so far, by the count of the scheduler. */
export function threadTimesOf(child: Pick<Process, 'pid'>): ThreadTimes {
  const times: ThreadTimes = new Map();
  for (const process of groupOf(child)) {
    for (const thread of entriesOf(`/proc/${process}/task`)) {
      const [time] = textAt(`${thread}/schedstat`).split(' ');
      if (time) times.set(thread, Number(time));
    }
  }
  return times;
}

/**
 * Returns the CPU time since `before` of the threads that run, in milliseconds. That of threads which have ended
 * meanwhile is lost: servers keep theirs.
 */
export function cpuTimeSince(child: Pick<Process, 'pid'>, before: ThreadTimes) {
  let nanoseconds = 0;
  for (const [thread, time] of threadTimesOf(child)) {
    nanoseconds += time - (before.get(thread) ?? 0);
  }
  return nanoseconds / 1e6;
}

/** Returns the paths in a folder of `/proc`: none if its process has ended. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Returns a file of `/proc`: empty if its process has ended. */
function textAt(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Moves every thread of a server and its children to one CPU, where threads that they start stay. */
export async function pin(child: Pick<Process, 'pid'>, core: string) {
  for (const pid of groupOf(child)) {
    const move = () => run('taskset', ['-a', '-c', '-p', core, String(pid)]);
    // Again if a thread has ended meanwhile.
    await move().catch(move);
  }
}

/** Returns the number of threads of a server and its children, which a limit of `pids` counts. */
export const threadsOfGroup = ({ pid }: Pick<Process, 'pid'>) =>
  statsOf(pid).reduce((sum, { fields }) => sum + Number(fields[17]), 0);

/** Returns the memory of a server and its children, shared pages counted once, in MB. */
export function proportionalOfGroup(child: Pick<Process, 'pid'>) {
  return groupOf(child)
    .map((pid) => /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')))
    .reduce((sum, match) => sum + (Number(match?.[1]) * 1024) / 1e6, 0);
}
