/** Opening and closing the language menu by mouse, touch and keyboard. */
import { Finger } from '../support/fingers.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { press } from '../support/press.ts';
import { expect, test } from './test.ts';

test('a tap outside closes the menu; a tap inside, and a touch that scrolls, do not', async ({
  page,
  home,
  message,
}) => {
  // As on iOS before 18.3, without native light dismiss.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.querySelector('[popover]')?.setAttribute('popover', 'manual');
    });
  });
  await home.enter();
  const { button, menu } = new LanguageMenu(page, message);
  await press(button);
  await expect(menu).toBeVisible();
  // Room for a finger: a tap close to a link is one on the link.
  await menu.locator('..').evaluate((it) => it.style.setProperty('padding', '4rem'));
  const box = await menu.boundingBox();
  if (!box) throw new Error('menu not visible');
  await page.touchscreen.tap(box.x - 40, box.y + 20);
  await expect(menu).toBeVisible();
  const finger = await Finger.on(page, 20, 400);
  await finger.move(0, -100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await finger.lift();
  await expect(menu).toBeVisible();
  await home.heading.tap({ position: { x: 10, y: 10 } });
  await expect(menu).toBeHidden();
});
