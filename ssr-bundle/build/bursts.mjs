import { setTimeout as pause } from 'node:timers/promises';

/** Editors and builds write a file in several steps, milliseconds. */
const burst = 50;

/**
 * The same task once after each burst of calls, one run at a time.
 *
 * @param {() => Promise<unknown>} task
 */
export function afterBursts(task) {
  let isRunning = false;
  let isWanted = false;

  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      await pause(burst);
      isWanted = false;
      await task();
    }
    isRunning = false;
  };
}
