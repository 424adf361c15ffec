import type { Page } from '@playwright/test';

/** Delays the requests of files, as on a slow connection. Returns a function that releases them. */
export async function delay(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export const delayEntryScript = (page: Page) => delay(page, '**/assets/entry-*.js');
