/** What a finger does to a carousel. */
import type { Page } from '@playwright/test';
import { advanceClock, pauseClock } from '../../../tests/browser/support/clock.ts';
import { Finger } from '../../../tests/browser/support/fingers.ts';
import { press } from '../../../tests/browser/support/press.ts';
import { expect, test } from '../../../tests/browser/support/test.ts';
import { allCarousels, type Carousel, firstCarousel } from './testing.ts';

test.beforeEach(({ page }) => pauseClock(page));

test('a carousel scrolls with the finger, and a swipe changes the slide', async ({ home }) => {
  const { page } = home;
  await home.enter();
  for (const carousel of await allCarousels(home)) {
    const finger = await touch(page, carousel);
    await finger.move(-120, 0);
    // Minus the touch slop.
    await expect.poll(() => carousel.scrolled()).toBeGreaterThan(80);
    expect(await carousel.scrolled()).toBeLessThanOrEqual(120);
    await finger.move(-120, 0);
    await finger.lift();
    await carousel.shows(2);

    const back = await touch(page, carousel);
    await back.move(240, 0);
    await back.lift();
    await carousel.shows(1);
    await expect(page).toHaveURL('/');
    expect(page.context().pages()).toHaveLength(1);
  }
});

test('a vertical swipe on a carousel scrolls the page', async ({ page, home }) => {
  await home.enter();
  for (const carousel of await allCarousels(home)) {
    const finger = await touch(page, carousel);
    const before = await page.evaluate(() => scrollY);
    await finger.move(0, -200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 120);
    await finger.lift();
    expect(await carousel.scrolled()).toBe(0);
  }
});

test('a carousel pauses while touched', async ({ page, home }) => {
  await home.enter();
  const carousel = firstCarousel(home);
  const finger = await touch(page, carousel);
  await finger.move(-60, 0);
  await expect.poll(() => carousel.scrolled()).toBeGreaterThan(30);
  await advanceClock(page, 6_000);
  expect(await carousel.scrolled()).toBeLessThanOrEqual(60);

  await finger.lift();
  await carousel.shows(1);
  await expect.poll(() => carousel.scrolled()).toBe(0);
  await advanceClock(page, 2_000);
  await carousel.shows(2);
});

test('a tap pauses no carousel whose button says pause', async ({ page, home }) => {
  await home.enter();
  const carousel = firstCarousel(home);
  await press(carousel.next);
  await carousel.shows(2);
  await advanceClock(page, 2_000);
  await carousel.shows((2 % (await carousel.count())) + 1);
  await expect(carousel.pause).toBeVisible();
});

/** Touches the middle of a carousel. */
async function touch(page: Page, { region }: Carousel): Promise<Finger> {
  await region.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await region.boundingBox();
  if (!box) throw new Error('the carousel is not visible');
  return Finger.on(page, box.x + box.width / 2, box.y + box.height / 3);
}
