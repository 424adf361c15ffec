/** Short viewports: high zoom, phones in landscape. */
import type { Page } from '@playwright/test';
import { LanguageMenu } from './support/language-menu.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { press } from './support/press.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** 1280 x 1024 px at 400 % zoom (WCAG 2.2, 1.4.10). */
const zoomed = { width: 320, height: 256 };

inEachLanguage(() => {
  test.describe('at 400 % zoom', () => {
    test.use({ viewport: zoomed });

    test('nothing is fixed over the page', async ({ home }) => {
      const { page } = home;
      await home.enter();
      expect(await fixedHeight(page)).toBe(0);
      expect(await layoutErrors(page, 0)).toEqual([]);
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await expect(page.getByRole('banner')).not.toBeInViewport();
    });
  });
});

test('the language menu is below its button', async ({ page, home, message }) => {
  await page.setViewportSize(zoomed);
  await home.enter();
  await page.evaluate(() => scrollTo({ top: 30, behavior: 'instant' }));
  const { button, menu } = new LanguageMenu(page, message);
  await press(button);
  const below = await button.boundingBox();
  const items = await menu.boundingBox();
  const gap = (items?.y ?? 0) - (below?.y ?? 0) - (below?.height ?? 0);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(24);
});

test('the bars cover at most a quarter of a small phone', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  const footers = await page.getByRole('contentinfo').count();
  test.skip(footers === 0, 'the page has no bar below');
  for (const [width, height] of [
    [667, 331],
    [844, 390],
    [320, 454],
    [320, 568],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Away from the start, where a header is that leaves with the page.
    await page.evaluate(() => scrollTo({ top: innerHeight, behavior: 'instant' }));
    const bars = await fixedHeight(page);
    expect(bars).toBeGreaterThan(50);
    expect(bars, `of ${width} x ${height}`).toBeLessThanOrEqual(height * 0.25);
  }
});

/** Returns the total height of fixed and sticky elements in pixels. */
function fixedHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#app *')]
      .filter((it) => ['fixed', 'sticky'].includes(getComputedStyle(it).position))
      .filter((it) => it.checkVisibility() && getComputedStyle(it).clipPath === 'none')
      .filter((it, _, all) => !all.some((other) => other !== it && other.contains(it)))
      .reduce((sum, it) => sum + it.getBoundingClientRect().height, 0),
  );
}
