import type { Page } from '@playwright/test';

/** Pauses the page's clock before navigation. Use `advanceClock` to move it. */
export async function pauseClock(page: Page): Promise<void> {
  const now = Date.now();
  // An installed clock runs and can only be paused at a later time.
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
  // On a paused clock the browser is never idle.
  await page.addInitScript('delete window.requestIdleCallback');
}

/**
 * Advances the page's clock and waits for React, which schedules work with a `MessageChannel` that the
 * clock does not control.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => {
    for (let task = 0; task < 3; task += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}
