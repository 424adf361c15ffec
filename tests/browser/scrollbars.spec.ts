/** Classic scrollbars, which take space; Playwright hides them otherwise. */
import { expect, test } from './support/test.ts';

test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

for (const width of [800, 1280]) {
  test(`opening and closing the advert moves nothing at ${width} px`, async ({ page, home }) => {
    await page.setViewportSize({ width, height: 700 });
    await home.visit();
    const widthOfPage = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const before = await widthOfPage();
    expect(before).toBeLessThan(width);
    await page.keyboard.press('Escape');
    await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
    expect(await widthOfPage()).toBe(before);
  });
}
