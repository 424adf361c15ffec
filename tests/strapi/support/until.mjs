import { setTimeout } from 'node:timers/promises';

/** Longer than anything takes on the busiest machine. */
const patience = 60_000;

/**
 * Asks again and again until there is an answer; gives it.
 *
 * @template T
 * @param {string} what fails when there never is one
 * @param {() => T | Promise<T>} ask
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, ask) {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) return answer;
    await setTimeout(20);
  }
  throw new Error(`not in ${patience / 1000} s: ${what}`);
}
