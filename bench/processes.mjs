/** Starts processes, each in a group of its own, and leaves none behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { tick } from './support.mjs';

/** Where a server is pinned, it has the first core and the load generator the others. */
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
    // It has ended.
  }
}

/**
 * Starts a command, on the given cores if any, with nothing in its environment but what is given
 * and where programs lie.
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

/** Ends a process and all that it has started. */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signal(child.pid, 'SIGKILL');
  await ended;
}

/** Has a process and its children do nothing while others are measured. */
export const halt = (child) => signal(child.pid, 'SIGSTOP');
export const proceed = (child) => signal(child.pid, 'SIGCONT');

/** What a command prints; it fails with what it says went wrong. */
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

/** Fields of `/proc/PID/stat` from the third on, of every process of a group. */
function statsOf(group) {
  const found = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
      if (Number(fields[2]) === group) found.push({ pid, fields });
    } catch {
      // It has ended in the meantime.
    }
  }
  return found;
}

/** Processor time that a server and its children have taken so far, seconds. */
export function processorTimeOfGroup({ pid }) {
  return statsOf(pid)
    .map(({ fields }) => (Number(fields[11]) + Number(fields[12])) * tick)
    .reduce((sum, time) => sum + time, 0);
}

/** What a server and its children have in memory, MB. */
export function residentOfGroup({ pid: group }) {
  return statsOf(group)
    .map(({ pid }) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    })
    .reduce((sum, bytes) => sum + bytes / 1e6, 0);
}
