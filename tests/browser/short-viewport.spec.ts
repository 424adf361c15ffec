/** Short viewports: high zoom, phones in landscape. */
import type { Page } from '@playwright/test';
import { LanguageMenu } from './support/language-menu.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { press } from './support/press.ts';
import { arrivesAt } from './support/scrolling.ts';
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
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
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

test('a menu tab scrolls to the start of its block', async ({ page, home }) => {
  await page.setViewportSize(zoomed);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  await press(home.tabs.nth(1));
  await expect
    .poll(async () => Math.round((await home.contentBlock.boundingBox())?.y ?? Number.NaN))
    .toBeLessThan(zoomed.height / 2);
  expect((await home.contentBlock.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

test('the bars cover at most a quarter of a small phone', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  for (const [width, height] of [
    [667, 331],
    [844, 390],
    [320, 454],
    [320, 568],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await press(home.tabs.nth(1));
    await arrivesAt(home.contentBlock);
    const bars = await fixedHeight(page);
    expect(bars).toBeGreaterThan(50);
    expect(bars, `of ${width} x ${height}`).toBeLessThanOrEqual(height * 0.25);
  }
});

test('the one gold button of the first view is above the bars', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  for (const [width, height] of [
    [320, 568],
    [667, 375],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const gold = await page.locator('.button').evaluateAll((all) =>
      all
        .filter((it) => getComputedStyle(it).backgroundImage !== 'none')
        .map((it) => it.getBoundingClientRect())
        .filter(({ x, y, bottom }) => x < innerWidth && y < innerHeight && bottom > 0)
        .map(({ bottom }) => bottom),
    );
    expect(gold, `at ${width} px`).toHaveLength(1);
    const bars = await page.getByRole('contentinfo').boundingBox();
    expect(gold[0], `at ${width} px`).toBeLessThan(bars?.y ?? 0);
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
