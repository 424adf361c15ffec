import { layoutFaults } from './support/layout-faults.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

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
