/** Classic scrollbars, which take space; Playwright hides them otherwise. */
import { expect, test } from '../../../tests/browser/support/test.ts';

test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

test('opening and closing the welcome pop-up moves nothing', async ({ page, home }) => {
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await home.visit();
    const widthOfPage = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const before = await widthOfPage();
    expect(before).toBeLessThan(width);
    await home.closePopup();
    expect(await widthOfPage()).toBe(before);
  }
});
