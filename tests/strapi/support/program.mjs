import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { until } from './until.mjs';

/** A child process and its output. */
export class Program {
  /** @type {string[]} */
  lines = [];
  #process;

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {{ cwd?: URL, env: Record<string, string> }} spawnOptions `env` is the whole environment
   */
  constructor(command, args, spawnOptions) {
    this.#process = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      createInterface({ input }).on('line', (line) => this.lines.push(line));
    }
  }

  get #hasExited() {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /**
   * Polls a query. Throws with the output if the process exits first.
   *
   * @template T
   * @param {string} what
   * @param {() => T | Promise<T>} query
   */
  until(what, query) {
    return until(what, () => {
      if (this.#hasExited) throw new Error(`the process exited:\n${this.lines.join('\n')}`);
      return query();
    });
  }

  /** Stops the process and waits for its exit. */
  async stop(/** @type {'SIGTERM' | 'SIGKILL'} */ signal = 'SIGTERM') {
    if (this.#hasExited) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill(signal);
    await ended;
  }
}
