import AxeBuilder from '@axe-core/playwright';
import { delayEntryScript } from '../../../tests/browser/support/delay.ts';
import { layoutShifts } from '../../../tests/browser/support/layout-shifts.ts';
import { press, tapTwice } from '../../../tests/browser/support/press.ts';
import { expect, test } from '../../../tests/browser/support/test.ts';

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a closed banner does not come back while a page loads, at ${width} px`, async ({
    home,
  }) => {
    const { page, message } = home;
    await page.setViewportSize({ width, height });
    await home.enter();
    const banner = page.locator('.footer-offer');
    await page.getByRole('button', { name: message('footer.offer.close') }).press('Enter');
    await expect(banner).toBeHidden();

    const release = await delayEntryScript(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(home.heading).toBeVisible();
    await expect(banner).toBeHidden();
    release();
    await home.closePopup();
    // The links would make place for it.
    const shifts = await layoutShifts(page);
    expect(shifts.flatMap(({ moved }) => moved)).not.toContain('footer-nav');
  });
}

test('two taps on its close control close it, and follow no link under it', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  await tapTwice(page.getByRole('button', { name: message('footer.offer.close') }));
  await expect(page.locator('.footer-offer')).toBeHidden();
  await expect(page).toHaveURL('/');
  expect(page.context().pages()).toHaveLength(1);
});

test('axe-core finds no violations where it is closed', async ({ page, home, message }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  await press(page.getByRole('button', { name: message('footer.offer.close') }));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
