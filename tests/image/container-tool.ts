/** The container tool of the tests: `CONTAINER_TOOL`, or Docker if its daemon responds, else Podman. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether a command succeeds. */
export const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

export const tool =
  process.env.CONTAINER_TOOL || (succeeds('docker', 'info') ? 'docker' : 'podman');

/** Runs a command of the container tool, and returns its output. */
export const images = (...args: string[]) =>
  execFileSync(tool, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();

interface ConfinedRunOptions {
  name: string;
  image: string;
  user: string;
  memory: string;
  environment: Record<string, string>;
}

/**
 * Returns the arguments that run an image without privileges: a read-only root file system, no
 * capabilities, no new privileges, another user than the image's, and a memory limit. It uses the
 * network of the host.
 */
export function confinedRun({ name, image, user, memory, environment }: ConfinedRunOptions) {
  return [
    ...(tool === 'docker' ? [] : podmanFlags()),
    ...['run', '--rm', '--name', name, '--network', 'host'],
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--user', user, '--memory', memory, '--memory-swap', memory, '--pids-limit', '64'],
    ...(tool === 'docker' ? [] : podmanLimits()),
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  ];
}

/** runc where it is installed: crun rejects a machine with control groups of both versions. */
const podmanFlags = () => (succeeds('runc', '--version') ? ['--runtime', 'runc'] : []);

/** Limits that this process may set: Podman's defaults are higher, and raising a limit takes a capability. */
function limits() {
  const files = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return [...(files === 'unlimited' ? [] : [`nofile=${files}:${files}`]), 'nproc=1024:1024'];
}

const podmanLimits = () => limits().flatMap((limit) => ['--ulimit', limit]);

/** Returns the options of Podman that run manifests, whose limits no option sets but a file in a folder. */
export function manifestFlags(folder: string) {
  const file = join(folder, 'containers.conf');
  writeFileSync(file, `[containers]\ndefault_ulimits = ${JSON.stringify(limits())}\n`);
  process.env.CONTAINERS_CONF = file;
  return podmanFlags();
}
