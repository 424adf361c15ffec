/** Opening and closing the language menu by mouse, touch and keyboard. */
import { LanguageMenu } from './support/language-menu.ts';
import { expect, test } from './support/test.ts';

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap outside closes the menu, a tap inside does not', async ({ page, home, message }) => {
    // As on iOS before 18.3, without native light dismiss.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.querySelector('[popover]')?.setAttribute('popover', 'manual');
      });
    });
    await home.enter();
    const { button, menu } = new LanguageMenu(page, message);
    await button.tap();
    await expect(menu).toBeVisible();
    const box = await menu.boundingBox();
    if (!box) throw new Error('menu not visible');
    // On its padding.
    await page.touchscreen.tap(box.x - 3, box.y + 20);
    await expect(menu).toBeVisible();
    await page.touchscreen.tap(20, 600);
    await expect(menu).toBeHidden();
  });
});
