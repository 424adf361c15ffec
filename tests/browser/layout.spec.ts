import { clippedText } from './support/clipped-text.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { expect, inEachLanguage, inEachPseudoLocale, test } from './support/test.ts';

/** Where fingers tap rather than mice click, CSS pixels. */
const widestPhone = 480;
const tapTarget = 44;

const widths = Array.from({ length: 41 }, (_, step) => 320 + step * 40);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(() => {
  test('nothing overflows, is clipped, breaks or overlaps at any width', async ({ page, home }) => {
    test.slow();
    await home.enter();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const faults = await layoutFaults(page, width <= widestPhone ? tapTarget : 0);
      expect(faults, `at ${width} px`).toEqual([]);
    }
  });

  test('the page of an unknown address fits as well', async ({ page }) => {
    await page.goto('/nowhere');
    for (const width of [320, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const faults = await layoutFaults(page, width <= widestPhone ? tapTarget : 0);
      expect(faults, `at ${width} px`).toEqual([]);
    }
  });
});

inEachPseudoLocale(({ search }) => {
  test('longer words, or words from right to left, fit as well', async ({ page, home }) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await home.enter();
      const faults = await layoutFaults(page, width <= widestPhone ? tapTarget : 0);
      expect.soft(faults, `at ${width} px`).toEqual([]);
      await page.goto(`/nowhere${search}`);
      expect.soft(await layoutFaults(page, 0), `not found, at ${width} px`).toEqual([]);
    }
  });
});

test('the measuring notices a text that is too long for its place', async ({ page, home }) => {
  await home.enter();
  const label = page.locator('.card-title').first();
  await label.evaluate((element: HTMLElement) => {
    element.style.inlineSize = '2rem';
    element.style.overflow = 'hidden';
  });
  expect(await clippedText(page)).toEqual([expect.stringContaining('px of text in 32 px')]);
  expect((await layoutFaults(page, 0)).join()).toContain('clipped');
});
