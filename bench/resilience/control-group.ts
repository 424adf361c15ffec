/**
 * Control groups of Linux, version 1 or 2, which limit the memory of a process and its children as a container
 * runtime does. They require root.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
const isUnified = existsSync(join(root, 'cgroup.controllers'));

/** The files of the memory controller, by version. */
const memory = isUnified
  ? { limit: 'memory.max', peak: 'memory.peak', events: 'memory.events' }
  : {
      limit: 'memory.limit_in_bytes',
      peak: 'memory.max_usage_in_bytes',
      events: 'memory.oom_control',
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

/** A group whose memory is limited to a number of bytes. */
export function memoryGroup(limit: number) {
  const folder = createGroup();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, memory.limit), String(limit));
  return {
    command: within(folder),
    /** The most bytes that it has used, the page cache among them. */
    peak: () => Number(read(memory.peak)),
    kills: () => Number(/oom_kill (\d+)/.exec(read(memory.events))?.[1]),
  };
}
