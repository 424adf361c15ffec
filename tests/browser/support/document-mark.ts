import type { Page } from '@playwright/test';

/** Marks the document, to detect reloads. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'mark'));
}
