/**
 * The container tool of this machine: Docker if its daemon responds, else Buildah with Podman, else
 * Podman alone. `CONTAINER_TOOL` selects one of `docker`, `buildah`, `podman`; `BUILD_FLAGS` are
 * further flags of its build command, separated by spaces.
 */
import { execFileSync, spawnSync } from 'node:child_process';

/** Returns whether a command succeeds. */
const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const tools = {
  docker: () => succeeds('docker', 'info'),
  buildah: () => succeeds('buildah', '--version') && succeeds('podman', '--version'),
  podman: () => succeeds('podman', '--version'),
};

export type Tool = keyof typeof tools;

/** Returns the name of the container tool. */
export function containerTool(): Tool {
  const wanted = process.env.CONTAINER_TOOL;
  const names: Tool[] = ['docker', 'buildah', 'podman'];
  const name = names.find((candidate) => (!wanted || candidate === wanted) && tools[candidate]());
  if (name) return name;
  console.error(
    wanted
      ? `CONTAINER_TOOL is '${wanted}', which is not one of docker, buildah, podman, or does not run here`
      : 'No container tool: neither a Docker daemon that responds, nor buildah with podman, nor podman',
  );
  process.exit(64);
}

/** The program with which `tool` runs, imports and saves images. Buildah and Podman share them. */
const program = (tool: Tool) => (tool === 'docker' ? 'docker' : 'podman');

/** Runs a command of the program that handles images, and returns its output. */
export const images = (tool: Tool, ...args: string[]) =>
  execFileSync(program(tool), args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();

/** Returns whether an image is on this machine, or could be pulled. */
export const isAvailable = (tool: Tool, image: string) =>
  succeeds(program(tool), 'image', 'inspect', image) ||
  succeeds(program(tool), 'pull', '--quiet', image);

interface Build {
  file: string;
  tag: string;
  /** Seconds since 1970. */
  date: string;
  args: Record<string, string>;
  labels: Record<string, string>;
  contexts: Record<string, string>;
}

/** Builds an image from the working directory. */
export function build(tool: Tool, { file, tag, date, args, labels, contexts }: Build) {
  const options = (flag: string, values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  execFileSync(
    tool,
    [
      'build',
      ...['--file', file, '--tag', tag],
      // BuildKit takes the date from the argument. The others cache no layers by default.
      ...(tool === 'docker' ? [] : ['--layers', '--timestamp', date]),
      ...options('--build-arg', { ...args, SOURCE_DATE_EPOCH: date }),
      ...options('--label', labels),
      ...options('--build-context', contexts),
      ...(process.env.BUILD_FLAGS ?? '').split(' ').filter(Boolean),
      '.',
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Buildah's isolation that needs neither a runtime nor namespaces, and so works in containers.
      env: { DOCKER_BUILDKIT: '1', BUILDAH_ISOLATION: 'chroot', ...process.env },
    },
  );
}

interface ConfinedRunOptions {
  name: string;
  image: string;
  user: string;
  memory: string;
  environment: Record<string, string>;
}

/**
 * Returns the command that runs an image without privileges: a read-only root file system, no
 * capabilities, no new privileges, another user than the image's, and a memory limit. It uses the
 * network of the host.
 */
export function confinedRun(
  tool: Tool,
  { name, image, user, memory, environment }: ConfinedRunOptions,
) {
  return [
    program(tool),
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
function podmanLimits() {
  const files = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return [
    ...(files === 'unlimited' ? [] : ['--ulimit', `nofile=${files}:${files}`]),
    ...['--ulimit', 'nproc=1024:1024'],
  ];
}
