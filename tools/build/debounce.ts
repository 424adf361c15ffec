import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns a debounced function: calls within the delay, or during a run, result in one run of the
 * task. Runs never overlap. The delay is in milliseconds: editors write a file in several steps.
 */
export function debounced(task: () => Promise<unknown>, delay = 50) {
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
