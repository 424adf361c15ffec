import type { Page } from '@playwright/test';

/** Stops the page's clock before it opens; from then on it only moves when it is told to. */
export async function stopTheClock(page: Page): Promise<void> {
  const now = Date.now();
  // It runs from here on and can only be stopped at a time to come.
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
}

/**
 * Lets so many milliseconds pass in the page, and waits until it has drawn its
 * conclusions: React works in tasks of the message channel, which has no clock.
 */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}
