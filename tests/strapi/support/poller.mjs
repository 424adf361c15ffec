import { setTimeout } from 'node:timers/promises';

/** Polls the home page and records the distinct sets of its links. */
export class Poller {
  #marquee;
  #isRunning = true;
  /** @type {Set<string>} */
  #observed = new Set();
  #polling;

  /** @param {import('./marquee.mjs').Marquee} marquee */
  constructor(marquee) {
    this.#marquee = marquee;
    this.#polling = this.#poll();
  }

  async #poll() {
    while (this.#isRunning) {
      await this.#record();
      await setTimeout(20);
    }
  }

  async #record() {
    const links = await this.#marquee.links().catch((error) => [`no response: ${error}`]);
    this.#observed.add(links.join(' '));
  }

  /** Polls once more and stops. Returns the distinct sets of links. */
  async stop() {
    this.#isRunning = false;
    await this.#polling;
    await this.#record();
    return [...this.#observed];
  }
}
