import { layoutErrors } from '../../../tests/browser/support/layout-errors.ts';
import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(() => {
  test('the header holds a long name', async ({ page, home }) => {
    await home.enter();
    const brand = page.locator('.header-brand');
    await brand.evaluate((element) => {
      element.textContent = 'Kuda Emas Sportsbook';
    });
    for (const width of [320, 360, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const errors = await layoutErrors(page, width < 480 ? 44 : 0);
      expect.soft(errors, `at ${width} px`).toEqual([]);
      if (width > 390) continue;
      expect(await brand.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(44);
    }
  });
});
