/** Starts processes, each in its own process group, and kills them at exit. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';

/** A process that was started. */
export interface Process extends ChildProcess {
  readonly pid: number;
}

export interface StartOptions {
  /** The CPUs to which the process is pinned: none by default. */
  cores?: string | undefined;
  /** The environment besides `PATH` and `HOME`. */
  env?: NodeJS.ProcessEnv | undefined;
  cwd?: string | undefined;
  stdio?: StdioOptions | undefined;
}

/** The unit of CPU times in `/proc`, in seconds. */
const tick = 0.01;

/** A pinned server gets the first core, and the load generator the others. */
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
  { cores, env, cwd, stdio = 'ignore' }: StartOptions = {},
): Process {
  const [program, rest] = cores ? ['taskset', ['-c', cores, command, ...args]] : [command, args];
  const child = spawn(program, rest, {
    cwd,
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
  const out = textOf(child.stdout);
  const err = textOf(child.stderr);
  const [status] = await once(child, 'close');
  if (status === 0) return out;
  throw new Error(`${command} ${args.join(' ')}: ${await out}${await err}`);
}

async function textOf(stream: Readable | null) {
  return ((await stream?.setEncoding('utf8').toArray()) ?? []).join('');
}

/** The unit of resident memory in `/proc`, in bytes. */
const memoryPage = 4096;

/**
 * Returns the fields of `/proc/PID/stat` from the third on, for every process of a session: each engine is a
 * group of its own.
 */
function statsOf(session: number) {
  const found: { pid: string; fields: string[] }[] = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
      if (Number(fields[3]) === session) found.push({ pid, fields });
    } catch {
      // It has exited meanwhile.
    }
  }
  return found;
}

/** Returns the ids of a server and its children. */
export const groupOf = ({ pid }: Pick<Process, 'pid'>) =>
  statsOf(pid).map(({ pid }) => Number(pid));

/** Returns the CPU time of a server and its children so far, in seconds. */
export function cpuTimeOfGroup({ pid }: Process) {
  return statsOf(pid)
    .map(({ fields }) => (Number(fields[11]) + Number(fields[12])) * tick)
    .reduce((sum, time) => sum + time, 0);
}

/** Returns the resident memory of a server and its children, in MB. */
export function residentOfGroup({ pid }: Pick<Process, 'pid'>) {
  return statsOf(pid)
    .map(({ fields }) => (Number(fields[21]) * memoryPage) / 1e6)
    .reduce((sum, size) => sum + size, 0);
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
