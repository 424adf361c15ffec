import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';

inEachLanguage(() => {
  test('the amounts below the first are in one line, also where a label wraps', async ({
    page,
    home,
  }) => {
    await home.enter();
    for (const width of [320, 390, 600, 768, 1023, 1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 844 });
      const [, ...tops] = await page
        .locator('.balance-panel-amount dd')
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
      expect(new Set(tops).size, `at ${width} px`).toBe(1);
    }
  });
});
