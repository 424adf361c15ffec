import type { Locator, Page } from '@playwright/test';
import { advanceClock, pauseClock } from './support/clock.ts';
import { delayEntryScript } from './support/delayed-script.ts';
import type { HomePage } from './support/home-page.ts';
import { expect, fromRightToLeft, test } from './support/test.ts';

const interval = 2_000;
const sides = ['left', 'right'] as const;

test.beforeEach(({ page }) => pauseClock(page));

fromRightToLeft(() => {
  test('both carousels advance every two seconds and wrap around', async ({ page, home }) => {
    await home.enter();
    for (const place of [1, 2, 1, 2]) {
      await bothShow(home, place);
      await advanceClock(page, interval - 1);
      await bothShow(home, place);
      await advanceClock(page, 1);
      await bothShow(home, 3 - place);
    }
  });

  test('a carousel works with the keyboard', async ({ page, home }) => {
    await home.enter();
    for (const side of sides) {
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

fromRightToLeft(() => {
  test('buttons and dots select the slide', async ({ home }) => {
    await home.enter();
    for (const side of sides) {
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
    }
  });
});

test('a carousel announces the offer that its controls show, and none that comes by itself', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const carousel = home.carousel('left');
  const status = carousel.region.getByRole('status');
  await advanceClock(page, interval);
  await carousel.shows(2);
  await expect(status).toHaveText('');
  for (const [button, shown] of [
    [carousel.next, 'offers.welcome.title'],
    [carousel.previous, 'offers.daily.title'],
    [carousel.dot(1), 'offers.welcome.title'],
  ] as const) {
    await button.click();
    await expect(status).toHaveText(message(shown));
  }
  await leave(page);
  await advanceClock(page, interval);
  await expect(status).toHaveText('');
});

test('a carousel pauses on hover that began before hydration', async ({ page, home }) => {
  const release = await delayEntryScript(page);
  await page.goto(home.url, { waitUntil: 'commit' });
  const carousel = home.carousel('right');
  const { x, y } = await centreOf(carousel.region);
  await page.mouse.move(x, y);
  release();
  await home.closeWelcome();
  await page.mouse.move(x + 1, y + 1);
  await advanceClock(page, 5 * interval);
  await carousel.shows(1);
});

test('the carousels pause in a hidden tab', async ({ page, home }) => {
  await home.enter();
  await setVisibility(page, 'hidden');
  await advanceClock(page, 5 * interval);
  await bothShow(home, 1);

  await setVisibility(page, 'visible');
  await advanceClock(page, interval);
  await bothShow(home, 2);
});

async function bothShow(home: HomePage, place: number): Promise<void> {
  for (const side of sides) await home.carousel(side).shows(place);
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
