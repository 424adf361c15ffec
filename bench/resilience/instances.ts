/** Instances of a subject: one, or three behind the balancer. */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { fetchRaw, isReady } from '../http.ts';
import { end, type Process, start } from '../processes.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Subject, SubjectOptions } from './subjects.ts';

const startTimeout = 30_000;

export interface InstanceOptions extends SubjectOptions {
  /** Runs the server's command. */
  command?: string[];
  cores?: string;
  /** Restarts it whenever it ends, as systemd or the kubelet does. */
  isSupervised?: boolean;
}

/** One process of a subject, on ports that stay the same when it is restarted. */
export class Instance {
  readonly port: number;
  readonly #adminPort: number;
  readonly #subject: Subject;
  readonly #options: InstanceOptions;
  #child: Process;
  #isStopping = false;
  restarts = 0;

  /** Starts an instance, and waits for its health check to pass and for its cached page. */
  static async start(subject: Subject, options: InstanceOptions) {
    const instance = new Instance(subject, options, [await freePort(), await freePort()]);
    try {
      await instance.untilReady();
      // Clients must not be what fills its cache: a server that renders a page for each of them until it is cached
      // may never get there.
      await fetchRaw(instance.url + subject.pages.cached, { timeout: startTimeout });
      return instance;
    } catch (error) {
      await instance.end();
      throw error;
    }
  }

  private constructor(
    subject: Subject,
    options: InstanceOptions,
    [port, adminPort]: [number, number],
  ) {
    this.port = port;
    this.#adminPort = adminPort;
    this.#subject = subject;
    this.#options = options;
    this.#child = this.#spawn();
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get healthPort() {
    return this.#subject.hasAdminListener ? this.#adminPort : this.port;
  }

  get pid() {
    return this.#child.pid;
  }

  #spawn() {
    const { command: prefix = [], cores, isSupervised, ...options } = this.#options;
    const ports = { port: this.port, adminPort: this.#adminPort };
    const { command, args, cwd, env } = this.#subject.start({ ...options, ...ports });
    const [program = command, ...rest] = [...prefix, command, ...args];
    const child = start(program, rest, { cwd, cores, env });
    if (isSupervised) child.once('exit', () => this.#respawn());
    return child;
  }

  #respawn() {
    if (this.#isStopping) return;
    this.restarts += 1;
    this.#child = this.#spawn();
  }

  /** Waits for the health check to pass. */
  async untilReady() {
    const { name, healthPath } = this.#subject;
    const url = `http://127.0.0.1:${this.healthPort}${healthPath}`;
    const child = this.#child;
    const deadline = performance.now() + startTimeout;
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`${name} exited with status ${child.exitCode}`);
      if (child.signalCode !== null) throw new Error(`${name} was killed by ${child.signalCode}`);
      if (performance.now() > deadline) throw new Error(`${name} is not healthy after 30 s`);
      await pause(20);
    }
  }

  /** Waits until a restart by the supervisor is complete. */
  async untilRestarted(restarts: number) {
    while (this.restarts < restarts) await pause(5);
    await this.untilReady();
  }

  /** Kills the process and its children, as the end of a container does. */
  kill() {
    process.kill(-this.pid, 'SIGKILL');
  }

  async end() {
    this.#isStopping = true;
    await end(this.#child);
  }
}

/** Runs one instance for as long as `use` takes. */
export async function withInstance<Result>(
  subject: Subject,
  options: InstanceOptions,
  use: (instance: Instance) => Promise<Result>,
) {
  const instance = await Instance.start(subject, options);
  try {
    return await use(instance);
  } finally {
    await instance.end();
  }
}

type Three = [Instance, Instance, Instance];

/** Runs three instances and the balancer for as long as `use` takes; `options` are by place. */
export async function withThree<Result>(
  subject: Subject,
  options: (place: number) => InstanceOptions,
  use: (site: { instances: Three; balancer: Balancer }) => Promise<Result>,
) {
  const started: Instance[] = [];
  let balancer: Balancer | undefined;
  try {
    const startOne = async (place: number) => {
      const instance = await Instance.start(subject, options(place));
      started.push(instance);
      return instance;
    };
    const instances: Three = [await startOne(0), await startOne(1), await startOne(2)];
    balancer = await startBalancer({ healthPath: subject.healthPath, instances });
    return await use({ instances, balancer });
  } finally {
    await balancer?.end();
    for (const instance of started) await instance.end();
  }
}
