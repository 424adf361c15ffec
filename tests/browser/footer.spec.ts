import type { Page } from '@playwright/test';
import { delayEntryScript } from './support/delayed-script.ts';
import { expect, test } from './support/test.ts';

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a closed banner does not come back while a page loads, at ${width} px`, async ({
    home,
  }) => {
    const { page, message } = home;
    await page.setViewportSize({ width, height });
    await home.enter();
    const banner = page.locator('.footer-offer');
    await page.getByRole('button', { name: message('footer.offer.close') }).press('Enter');
    await expect(banner).toBeHidden();

    const release = await delayEntryScript(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(home.heading).toBeVisible();
    await expect(banner).toBeHidden();
    release();
    await home.closeWelcome();
    // The links would make place for it.
    expect(await shiftedElements(page)).not.toContain('footer-nav');
  });
}

/** Returns the classes of the elements that were shifted since the page was loaded. */
function shiftedElements(page: Page): Promise<string[]> {
  interface LayoutShift extends PerformanceEntry {
    sources: { node: Node | null }[];
  }
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const sources = (list.getEntries() as LayoutShift[]).flatMap((shift) => shift.sources);
          resolve(sources.map(({ node }) => (node instanceof Element ? node.className : 'text')));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}
