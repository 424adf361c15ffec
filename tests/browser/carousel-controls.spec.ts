import { advanceClock, pauseClock } from './support/clock.ts';
import { expect, test } from './support/test.ts';

for (const side of ['left', 'right'] as const) {
  test.describe(`the ${side} carousel`, () => {
    test.beforeEach(async ({ page, home }) => {
      await pauseClock(page);
      await home.enter();
    });

    test('pause and play stop and resume it', async ({ page, home }) => {
      const carousel = home.carousel(side);
      await carousel.pause.click();
      await page.mouse.move(0, 0);
      await advanceClock(page, 10_000);
      await carousel.shows(1);

      // Play overrides the pause by focus.
      await carousel.play.press('Enter');
      await advanceClock(page, 2_000);
      await carousel.shows(2);
    });

    test('buttons and dots select the slide', async ({ home }) => {
      const carousel = home.carousel(side);
      for (const [button, place] of [
        [carousel.next, 2],
        [carousel.next, 1],
        [carousel.previous, 2],
        [carousel.previous, 1],
        [carousel.dot(2), 2],
        [carousel.dot(1), 1],
      ] as const) {
        await button.click();
        await carousel.shows(place);
      }
    });

    test('works with the keyboard', async ({ page, home }) => {
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
    });
  });
}
