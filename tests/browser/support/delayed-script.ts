import type { Page } from '@playwright/test';

/** Delays the entry script, as on a slow connection. Returns a function that releases it. */
export async function delayEntryScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
