import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { until } from './until.ts';

/** A test, or a whole file: registers what to do after it. */
export interface After {
  after(end: () => Promise<void>): void;
}

/** A child process and its output. */
export class Program {
  lines: string[] = [];
  #process: ChildProcessByStdio<null, Readable, Readable>;

  /** @param spawnOptions `env` is the whole environment */
  constructor(
    command: string,
    args: string[],
    spawnOptions: { cwd?: string | URL; env: NodeJS.ProcessEnv },
  ) {
    this.#process = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      createInterface({ input }).on('line', (line) => this.lines.push(line));
    }
  }

  get #hasExited() {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Polls a query. Throws with the output if the process exits first. */
  until<Result>(what: string, query: () => Result | Promise<Result>) {
    return until(what, () => {
      if (this.#hasExited) throw new Error(`the process exited:\n${this.lines.join('\n')}`);
      return query();
    });
  }

  signal(name: NodeJS.Signals) {
    this.#process.kill(name);
  }

  /** Stops the process and waits for its exit. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    if (this.#hasExited) return;
    const ended = once(this.#process, 'exit');
    this.signal(signal);
    await ended;
  }
}
