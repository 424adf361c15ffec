import { advanceClock, pauseClock } from './support/clock.ts';
import { delayEntryScript } from './support/delayed-script.ts';
import { expect, fromRightToLeft, test } from './support/test.ts';

test.beforeEach(({ page }) => pauseClock(page));

fromRightToLeft(() => {
  test('a carousel works with the keyboard', async ({ page, home }) => {
    await home.enter();
    for (const side of ['left', 'right'] as const) {
      const carousel = home.carousel(side);
      await carousel.slide(2).focus();
      await carousel.shows(2);
      const controls = [
        carousel.previous,
        carousel.dot(1),
        carousel.dot(2),
        carousel.pause,
        carousel.next,
      ];
      for (const control of controls) {
        await page.keyboard.press('Tab');
        await expect(control).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await carousel.shows(1);
      await page.keyboard.press('Space');
      await carousel.shows(2);
    }
  });
});

test('a carousel pauses on hover that began before hydration', async ({ page, home }) => {
  const release = await delayEntryScript(page);
  await page.goto(home.url, { waitUntil: 'commit' });
  const carousel = home.carousel('right');
  await carousel.region.hover();
  release();
  await home.closeWelcome();
  await carousel.region.hover({ position: { x: 20, y: 20 } });
  await advanceClock(page, 10_000);
  await carousel.shows(1);
});
