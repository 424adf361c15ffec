/**
 * Control groups of Linux, version 1 or 2, which limit the memory of a process and its children as a container
 * runtime does. They require root.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
const isUnified = existsSync(join(root, 'cgroup.controllers'));

/** The files of the memory controller, and the field of the page cache that can be reclaimed, by version. */
const memory = isUnified
  ? {
      limit: 'memory.max',
      usage: 'memory.current',
      events: 'memory.events',
      reclaimable: 'inactive_file',
    }
  : {
      limit: 'memory.limit_in_bytes',
      usage: 'memory.usage_in_bytes',
      events: 'memory.oom_control',
      reclaimable: 'total_inactive_file',
    };

const created = new Set<string>();
let count = 0;

process.on('exit', () => {
  for (const group of created) {
    try {
      rmdirSync(group);
    } catch {
      // A process of it is still ending: the empty group does no harm.
    }
  }
});

/** Creates a control group, or throws where that is not allowed. */
function createGroup() {
  count += 1;
  const name = `marquee-resilience-${process.pid}-${count}`;
  const folder = isUnified ? join(root, name) : join(root, 'memory', name);
  if (isUnified) writeFileSync(join(root, 'cgroup.subtree_control'), '+memory');
  mkdirSync(folder);
  created.add(folder);
  return folder;
}

/** Returns a command that runs another one in a group. */
const within = (folder: string) => [
  'sh',
  '-c',
  `echo $$ > ${folder}/cgroup.procs && exec "$@"`,
  'within',
];

/** A group whose memory is limited later: first, the process starts and warms up. */
export function memoryGroup() {
  const folder = createGroup();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    command: within(folder),
    limit: (bytes: number) => writeFileSync(join(folder, memory.limit), String(bytes)),
    /** The working set, as the kubelet defines it. */
    usage() {
      const pattern = new RegExp(`^${memory.reclaimable} (\\d+)`, 'm');
      return Number(read(memory.usage)) - Number(pattern.exec(read('memory.stat'))?.[1]);
    },
    kills: () => Number(/oom_kill (\d+)/.exec(read(memory.events))?.[1]),
  };
}
