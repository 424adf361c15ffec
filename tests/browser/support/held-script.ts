import type { Page } from '@playwright/test';

/** Keeps the page's script from arriving, as on a very slow line, until it is let go. */
export async function holdTheScript(page: Page): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/entry-*.js', async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}
