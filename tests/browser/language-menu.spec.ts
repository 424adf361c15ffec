/** Opening and closing the language menu by mouse, touch and keyboard. */
import { LanguageMenu } from './support/language-menu.ts';
import { english, otherLanguages } from './support/languages.ts';
import { expect, test } from './support/test.ts';

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  for (const gesture of ['click', 'tap'] as const) {
    test(`a ${gesture} on the button opens and closes the menu`, async ({
      page,
      home,
      message,
      language,
    }) => {
      await home.enter();
      const { button, menu, item } = new LanguageMenu(page, message);
      for (let round = 0; round < 2; round += 1) {
        await button[gesture]();
        await expect(item(language)).toBeFocused();
        await button[gesture]();
        await expect(menu).toBeHidden();
      }
    });
  }

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

test('the keyboard opens the menu with an arrow and moves in it', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const { button, menu, item } = new LanguageMenu(page, message);
  const items = menu.getByRole('menuitemradio');
  const typed = otherLanguages.find(({ ownName }) => /^[a-z]/i.test(ownName));
  for (const arrow of ['ArrowDown', 'ArrowUp']) {
    await button.focus();
    await page.keyboard.press(arrow);
    await expect(item(english)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await expect(item(english)).toBeFocused();
  for (const [key, focused] of [
    ['ArrowUp', items.last()],
    ['ArrowDown', items.first()],
    ['ArrowDown', items.nth(1)],
    ...(typed ? ([[typed.ownName.charAt(0).toLowerCase(), item(typed)]] as const) : []),
    ['Home', items.first()],
    ['End', items.last()],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
});

test('the keyboard closes the menu with its button or by moving the focus out', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const { button, menu } = new LanguageMenu(page, message);
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
