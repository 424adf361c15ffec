import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { until } from './until.mjs';

/** A process of a test's own, and what it has printed. */
export class Program {
  /** @type {string[]} */
  lines = [];
  #process;

  /**
   * @param {string} command
   * @param {string[]} options
   * @param {{ cwd?: URL, env: Record<string, string> }} place nothing else is in its environment
   */
  constructor(command, options, place) {
    this.#process = spawn(command, options, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      createInterface({ input }).on('line', (line) => this.lines.push(line));
    }
  }

  get #hasEnded() {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /**
   * Waits for a sign of life; tells what was printed if it ends without one.
   *
   * @template T
   * @param {string} what
   * @param {() => T | Promise<T>} ask
   */
  until(what, ask) {
    return until(what, () => {
      if (this.#hasEnded) throw new Error(`it ended:\n${this.lines.join('\n')}`);
      return ask();
    });
  }

  /** Has it end in its own time, or at once. */
  async stop(/** @type {'SIGTERM' | 'SIGKILL'} */ signal = 'SIGTERM') {
    if (this.#hasEnded) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill(signal);
    await ended;
  }
}
