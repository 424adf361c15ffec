import { setTimeout as pause } from 'node:timers/promises';

/** Debounce delay in milliseconds: editors and builds write a file in several steps. */
const delay = 50;

/**
 * Returns a debounced function: calls within the delay, or during a run, result in one run of the
 * task. Runs never overlap.
 *
 * @param {() => Promise<unknown>} task
 */
export function debounced(task) {
  let isRunning = false;
  let isWanted = false;

  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      await pause(delay);
      isWanted = false;
      await task();
    }
    isRunning = false;
  };
}
