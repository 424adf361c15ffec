import type { Page } from '@playwright/test';
import { pass, stopTheClock } from './support/clock.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const interval = 2_000;
const sides = ['left', 'right'] as const;

test.beforeEach(({ page }) => stopTheClock(page));

inEachLanguage(() => {
  test('the right carousel has the banners of the left one in reverse', async ({ home, say }) => {
    await home.enter();
    const [welcome, daily] = [say('offers.welcome.title'), say('offers.daily.title')];
    await expect(home.carousel('left').slide(1)).toContainText(welcome);
    await expect(home.carousel('left').slide(2)).toContainText(daily);
    await expect(home.carousel('right').slide(1)).toContainText(daily);
    await expect(home.carousel('right').slide(2)).toContainText(welcome);
  });
});

for (const side of sides) {
  test.describe(`the ${side} carousel`, () => {
    test('moves on every two seconds, and from the last banner to the first', async ({
      page,
      home,
    }) => {
      await home.enter();
      const carousel = home.carousel(side);
      for (const place of [1, 2, 1, 2]) {
        await carousel.shows(place);
        await pass(page, interval - 1);
        await carousel.shows(place);
        await pass(page, 1);
        await carousel.shows(3 - place);
      }
    });

    test('waits under the pointer', async ({ page, home }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await carousel.slide(1).hover();
      await pass(page, 5 * interval);
      await carousel.shows(1);

      await leave(page);
      await pass(page, interval - 1);
      await carousel.shows(1);
      await pass(page, 1);
      await carousel.shows(2);
    });

    test('waits while something in it has the focus', async ({ page, home, say }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await carousel.slide(1).focus();
      await pass(page, 5 * interval);
      await carousel.shows(1);

      await page.getByRole('link', { name: say('header.logo.label') }).focus();
      await pass(page, interval);
      await carousel.shows(2);
    });

    test('waits in a hidden tab', async ({ page, home }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await becomes(page, 'hidden');
      await pass(page, 5 * interval);
      await carousel.shows(1);

      await becomes(page, 'visible');
      await pass(page, interval);
      await carousel.shows(2);
    });

    test('does not move by itself for visitors who want less motion', async ({ page, home }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await home.enter();
      const carousel = home.carousel(side);
      await pass(page, 5 * interval);
      await carousel.shows(1);

      await carousel.play.click();
      await leave(page);
      await pass(page, interval);
      await carousel.shows(2);
    });
  });
}

/** Takes pointer and focus off everything that waits for them to go. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('banner').getByRole('link').first().focus();
}

/** Tells the page what the browser tells it when its tab goes or comes. */
async function becomes(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visibilityState,
    });
    Object.defineProperty(document, 'hidden', {
      configurable: true,
      value: visibilityState === 'hidden',
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}
