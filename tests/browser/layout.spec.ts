import { clippedText } from './support/clipped-text.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { expect, inEachLanguage, inEachLayoutLocale, test } from './support/test.ts';

/** Maximum width with minimum tap target size, and that size, in CSS pixels. */
const widestPhone = 480;
const tapTarget = 44;

const widths = Array.from({ length: 41 }, (_, step) => 320 + step * 40);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(() => {
  test('has no layout errors at any width', async ({ page, home }) => {
    test.slow();
    await home.enter();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const errors = await layoutErrors(page, width <= widestPhone ? tapTarget : 0);
      expect(errors, `at ${width} px`).toEqual([]);
    }
  });

  test('the not-found page has no layout errors', async ({ page }) => {
    await page.goto('/nowhere');
    for (const width of [320, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const errors = await layoutErrors(page, width <= widestPhone ? tapTarget : 0);
      expect(errors, `at ${width} px`).toEqual([]);
    }
  });
});

inEachLayoutLocale(({ search }) => {
  test('has no layout errors with longer or right-to-left text', async ({ page, home }) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await home.enter();
      const errors = await layoutErrors(page, width <= widestPhone ? tapTarget : 0);
      expect.soft(errors, `at ${width} px`).toEqual([]);
      await page.goto(`/nowhere${search}`);
      expect.soft(await layoutErrors(page, 0), `not found, at ${width} px`).toEqual([]);
    }
  });
});

test('detects text that is too long for its container', async ({ page, home }) => {
  await home.enter();
  const label = page.locator('.card-title').first();
  await label.evaluate((element: HTMLElement) => {
    element.style.inlineSize = '2rem';
    element.style.overflow = 'hidden';
  });
  expect(await clippedText(page)).toEqual([expect.stringContaining('px of text in 32 px')]);
  expect((await layoutErrors(page, 0)).join()).toContain('clipped');
});
