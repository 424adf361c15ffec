import { expect, fromRightToLeft, test } from '../../../tests/browser/support/test.ts';

fromRightToLeft(() => {
  test('the picture of a slot machine reads from left to right', async ({ page, home }) => {
    await home.enter();
    const picture = page.locator('.bonus-banner.has-numbers img');
    await expect(picture).toHaveCSS('scale', 'none');
    await expect(picture).toHaveCSS('transform', 'none');
  });
});
