/** How the language menu opens and closes, whatever the visitor uses. */
import { LanguageMenu } from './support/language-menu.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage((language) => {
  test('the button opens and closes the menu by the mouse', async ({ page, home, say }) => {
    await home.enter();
    const { button, menu, item } = new LanguageMenu(page, say);
    for (let round = 0; round < 2; round += 1) {
      await button.click();
      await expect(item(language)).toBeFocused();
      await button.click();
      await expect(menu).toBeHidden();
    }
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the button opens and closes the menu by touch', async ({ page, home, say, language }) => {
    await home.enter();
    const { button, menu, item } = new LanguageMenu(page, say);
    for (let round = 0; round < 2; round += 1) {
      await button.tap();
      await expect(item(language)).toBeFocused();
      await button.tap();
      await expect(menu).toBeHidden();
    }
  });

  test('a tap outside closes the menu, one inside does not', async ({ page, home, say }) => {
    // As on iOS before 18.3: only a script closes the popover.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.querySelector('[popover]')?.setAttribute('popover', 'manual');
      });
    });
    await home.enter();
    const { button, menu } = new LanguageMenu(page, say);
    await button.tap();
    await expect(menu).toBeVisible();
    const box = await menu.boundingBox();
    if (!box) throw new Error('the menu is not there');
    // Beside its items.
    await page.touchscreen.tap(box.x - 3, box.y + 20);
    await expect(menu).toBeVisible();
    await page.touchscreen.tap(20, 600);
    await expect(menu).toBeHidden();
  });
});

test('the keyboard closes the menu by its button, and by leaving', async ({ page, home, say }) => {
  await home.enter();
  const { button, menu } = new LanguageMenu(page, say);
  const first = menu.getByRole('menuitemradio').first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(button).not.toBeFocused();
});
