import { setTimeout } from 'node:timers/promises';

/** Visitors who open the home page one after the other, and what they see there. */
export class Visitors {
  #marquee;
  #mayCome = true;
  /** @type {Set<string>} */
  #sights = new Set();
  #lastOne;

  /** @param {import('./marquee.mjs').Marquee} marquee */
  constructor(marquee) {
    this.#marquee = marquee;
    this.#lastOne = this.#come();
  }

  async #come() {
    while (this.#mayCome) {
      await this.#look();
      await setTimeout(20);
    }
  }

  async #look() {
    const links = await this.#marquee.links().catch((error) => [`no answer: ${error}`]);
    this.#sights.add(links.join(' '));
  }

  /** Every different set of links that one of them has seen, the last one having come just now. */
  async leave() {
    this.#mayCome = false;
    await this.#lastOne;
    await this.#look();
    return [...this.#sights];
  }
}
