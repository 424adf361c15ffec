import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';

inEachLanguage(() => {
  test('the titles of the marks beside each other are in one line', async ({ page, home }) => {
    await home.enter();
    const titles = await page
      .locator('.trust-mark:not(.trust-mark-licence) h3')
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
    expect(titles).toHaveLength(2);
    expect(new Set(titles).size).toBe(1);
  });
});
