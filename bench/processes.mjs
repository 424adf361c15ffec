/** Starts processes, each in its own process group, and kills them at exit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { tick } from './support.mjs';

/** A pinned server gets the first core, and the load generator the others. */
export const serverCore = '0';
export const otherCores = `1-${Math.max(1, availableParallelism() - 1)}`;

const groups = new Set();

process.on('exit', () => {
  for (const group of groups) signal(group, 'SIGKILL');
});
for (const [name, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(name, () => process.exit(status));
}

function signal(group, name) {
  try {
    process.kill(-group, name);
  } catch {
    // It has exited.
  }
}

/**
 * Starts a command, pinned to the given cores if any; its environment is `env`, `PATH` and `HOME`.
 */
export function start(command, args, { cores, env, cwd, stdio = 'ignore' } = {}) {
  const [program, ...rest] = [...(cores ? ['taskset', '-c', cores] : []), command, ...args];
  const child = spawn(program, rest, {
    cwd,
    stdio,
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  if (child.pid) groups.add(child.pid);
  child.once('exit', () => {
    signal(child.pid, 'SIGKILL');
    groups.delete(child.pid);
  });
  return child;
}

/** Kills a process and its descendants. */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signal(child.pid, 'SIGKILL');
  await ended;
}

/** Suspends a process and its children while others are measured. */
export const halt = (child) => signal(child.pid, 'SIGSTOP');
export const proceed = (child) => signal(child.pid, 'SIGCONT');

/** Runs a command; resolves with its standard output, and rejects with its output if it fails. */
export async function run(command, args, options = {}) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [child.stdout, child.stderr].map((stream) =>
    stream.setEncoding('utf8').toArray(),
  );
  const [status] = await once(child, 'close');
  const text = (await out).join('');
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${text}${(await err).join('')}`);
  return text;
}

/** Returns the fields of `/proc/PID/stat` from the third on, for every process of a group. */
function statsOf(group) {
  const found = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
      if (Number(fields[2]) === group) found.push({ pid, fields });
    } catch {
      // It has exited meanwhile.
    }
  }
  return found;
}

/** Returns the CPU time of a server and its children so far, in seconds. */
export function cpuTimeOfGroup({ pid }) {
  return statsOf(pid)
    .map(({ fields }) => (Number(fields[11]) + Number(fields[12])) * tick)
    .reduce((sum, time) => sum + time, 0);
}

/** Returns the resident memory of a server and its children, in MB. */
export function residentOfGroup({ pid: group }) {
  return statsOf(group)
    .map(({ pid }) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    })
    .reduce((sum, bytes) => sum + bytes / 1e6, 0);
}
