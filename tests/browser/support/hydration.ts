import { expect, type Page } from '@playwright/test';

/** Waits for the announcement's animation, which starts after hydration. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
}
