import type { Page } from '@playwright/test';

/** Marks the document, to detect reloads. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
}

/** Counts the documents that the page loads from now on. */
export function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'mark'));
}
