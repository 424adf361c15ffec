/** Instances of a subject: one, or three behind the balancer. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from '../http.mjs';
import { end, start } from '../processes.mjs';
import { freePort } from '../support.mjs';
import { startBalancer } from './balancer.mjs';

/** The default of Kubernetes between the signal and SIGKILL; longer than any subject needs. */
const gracePeriod = 30_000;
const startTimeout = 30_000;
const checkTimeout = 2_000;

/** One process of a subject, on ports that stay the same when it is restarted. */
export class Instance {
  #subject;
  #options;
  #child;
  #isStopping = false;
  restarts = 0;

  /**
   * @param options `build` is the build to serve; `command` runs the server's command; `isSupervised`
   * restarts it whenever it ends, as systemd or the kubelet does; all others are the subject's own
   */
  static async start(subject, options) {
    const instance = new Instance(subject, options);
    instance.port = await freePort();
    instance.adminPort = await freePort();
    try {
      await instance.#spawn();
      return instance;
    } catch (error) {
      await instance.end();
      throw error;
    }
  }

  constructor(subject, options) {
    this.#subject = subject;
    this.#options = options;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get healthPort() {
    return this.#subject.hasAdminListener ? this.adminPort : this.port;
  }

  get pid() {
    return this.#child.pid;
  }

  async #spawn() {
    const { command: prefix = [], cores, isSupervised } = this.#options;
    const { command, args, cwd, env } = this.#subject.start({ ...this.#options, ...this });
    const [program, ...rest] = [...prefix, command, ...args];
    this.#isStopping = false;
    this.#child = start(program, rest, { cwd, cores, env });
    if (isSupervised) this.#child.once('exit', () => this.#respawn());
    await this.untilReady();
  }

  async #respawn() {
    if (this.#isStopping) return;
    this.restarts += 1;
    await this.#spawn().catch(() => {
      // It ended before it was ready, and is restarted once more.
    });
  }

  /** Waits for the health check to pass. */
  async untilReady() {
    const { name, healthPath } = this.#subject;
    const url = `http://127.0.0.1:${this.healthPort}${healthPath}`;
    const child = this.#child;
    const deadline = performance.now() + startTimeout;
    while ((await statusOf(url)) !== 200) {
      if (child.exitCode !== null) throw new Error(`${name} exited with status ${child.exitCode}`);
      if (child.signalCode !== null) throw new Error(`${name} was killed by ${child.signalCode}`);
      if (performance.now() > deadline) throw new Error(`${name} is not healthy after 30 s`);
      await pause(20);
    }
  }

  /** Waits until a restart by the supervisor is complete. */
  async untilRestarted(restarts) {
    while (this.restarts < restarts) await pause(5);
    await this.untilReady();
  }

  /** Kills the process and its children, as the end of a container does. */
  kill() {
    process.kill(-this.pid, 'SIGKILL');
  }

  /** Stops the process gracefully; resolves with how long it took, and whether it had to be killed. */
  async stop() {
    this.#isStopping = true;
    const started = performance.now();
    const exited = once(this.#child, 'exit');
    const timer = setTimeout(() => this.kill(), gracePeriod);
    // The leader of the group alone, as a service manager does.
    process.kill(this.pid, this.#subject.stopSignal);
    const [status, signal] = await exited;
    clearTimeout(timer);
    return {
      seconds: (performance.now() - started) / 1000,
      status,
      wasKilled: signal === 'SIGKILL',
    };
  }

  /** Restarts it gracefully on the same port, with other options if any. */
  async restart(options = {}) {
    const stopped = await this.stop();
    this.#options = { ...this.#options, ...options };
    await this.#spawn();
    return stopped;
  }

  signal(name) {
    process.kill(this.pid, name);
  }

  async end() {
    this.#isStopping = true;
    await end(this.#child);
  }
}

/** Resolves with the status of a response; with nothing while there is none. */
async function statusOf(url) {
  const response = await fetchRaw(url, { timeout: checkTimeout }).catch(() => undefined);
  return response?.status;
}

/** Runs one instance for as long as `use` takes. */
export async function withInstance(subject, options, use) {
  const instance = await Instance.start(subject, options);
  try {
    return await use(instance);
  } finally {
    await instance.end();
  }
}

/** Runs three instances and the balancer for as long as `use` takes; `options` are by place. */
export async function withThree(subject, options, use) {
  const instances = [];
  let balancer;
  try {
    for (const place of [0, 1, 2]) instances.push(await Instance.start(subject, options(place)));
    balancer = await startBalancer({ healthPath: subject.healthPath, instances });
    return await use({ instances, balancer });
  } finally {
    await balancer?.end();
    for (const instance of instances) await instance.end();
  }
}
