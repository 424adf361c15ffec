import { delayEntryScript } from './support/delayed-script.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { expect, test } from './support/test.ts';

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
