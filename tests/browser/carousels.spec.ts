import type { Locator, Page } from '@playwright/test';
import { advanceClock, pauseClock } from './support/clock.ts';
import { delayEntryScript } from './support/delayed-script.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const interval = 2_000;
const sides = ['left', 'right'] as const;

test.beforeEach(({ page }) => pauseClock(page));

inEachLanguage(() => {
  test('the right carousel has the banners of the left one in reverse order', async ({
    home,
    message,
  }) => {
    await home.enter();
    const [welcome, daily] = [message('offers.welcome.title'), message('offers.daily.title')];
    await expect(home.carousel('left').slide(1)).toContainText(welcome);
    await expect(home.carousel('left').slide(2)).toContainText(daily);
    await expect(home.carousel('right').slide(1)).toContainText(daily);
    await expect(home.carousel('right').slide(2)).toContainText(welcome);
  });
});

for (const side of sides) {
  test.describe(`the ${side} carousel`, () => {
    test('advances every two seconds and wraps around', async ({ page, home }) => {
      await home.enter();
      const carousel = home.carousel(side);
      for (const place of [1, 2, 1, 2]) {
        await carousel.shows(place);
        await advanceClock(page, interval - 1);
        await carousel.shows(place);
        await advanceClock(page, 1);
        await carousel.shows(3 - place);
      }
    });

    test('pauses on hover', async ({ page, home }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await carousel.slide(1).hover();
      await advanceClock(page, 5 * interval);
      await carousel.shows(1);

      await leave(page);
      await advanceClock(page, interval - 1);
      await carousel.shows(1);
      await advanceClock(page, 1);
      await carousel.shows(2);
    });

    test('pauses on hover that began before hydration', async ({ page, home }) => {
      const release = await delayEntryScript(page);
      await page.goto(home.url, { waitUntil: 'commit' });
      const carousel = home.carousel(side);
      const { x, y } = await centreOf(carousel.region);
      await page.mouse.move(x, y);
      release();
      await expect(home.advert).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
      await page.mouse.move(x + 1, y + 1);
      await advanceClock(page, 5 * interval);
      await carousel.shows(1);
    });

    test('pauses while it contains the focus', async ({ page, home, message }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await carousel.slide(1).focus();
      await advanceClock(page, 5 * interval);
      await carousel.shows(1);

      await page.getByRole('link', { name: message('header.logo.label') }).focus();
      await advanceClock(page, interval);
      await carousel.shows(2);
    });

    test('pauses in a hidden tab', async ({ page, home }) => {
      await home.enter();
      const carousel = home.carousel(side);
      await setVisibility(page, 'hidden');
      await advanceClock(page, 5 * interval);
      await carousel.shows(1);

      await setVisibility(page, 'visible');
      await advanceClock(page, interval);
      await carousel.shows(2);
    });

    test('does not advance under reduced motion until play is pressed', async ({ page, home }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await home.enter();
      const carousel = home.carousel(side);
      await advanceClock(page, 5 * interval);
      await carousel.shows(1);

      await carousel.play.click();
      await leave(page);
      await advanceClock(page, interval);
      await carousel.shows(2);
    });
  });
}

/** Scrolls an element into view. Returns its centre. */
async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('element not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves pointer and focus off the carousels. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('banner').getByRole('link').first().focus();
}

/** Simulates a change of the page's visibility. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
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
