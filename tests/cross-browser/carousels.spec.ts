import { desktop, expect, test } from './support/test.ts';

const interval = 2_000;
const sides = ['left', 'right'] as const;

test.beforeEach(async ({ page, home }) => {
  await page.resize(desktop);
  await home.enter();
});

test('the carousels advance every two seconds', async ({ home }) => {
  for (const side of sides) {
    const times = await (await home.carousel(side)).changes(3);
    for (const [index, time] of times.slice(1).entries()) {
      // Timers can be late, which makes the next interval shorter.
      expect(time - (times[index] ?? 0)).toBeGreaterThan(interval / 2);
      expect(time - (times[index] ?? 0)).toBeLessThan(2 * interval);
    }
  }
});

test('a carousel pauses on hover, the other one does not', async ({ page, home }) => {
  const carousel = await home.carousel('left');
  await carousel.hover();
  const place = await carousel.current();
  await (await home.carousel('right')).changes(2);
  expect(await carousel.current()).toBe(place);

  await page.moveMouseAway();
  await carousel.changes(1);
});

test('a carousel can be paused and controlled with dots and arrows', async ({ page, home }) => {
  const carousel = await home.carousel('left');
  await carousel.press('pause');
  await carousel.press('goTo', 2);
  await carousel.shows(2);
  await carousel.press('goTo', 1);
  await carousel.shows(1);
  await carousel.press('next');
  await carousel.shows(2);
  await carousel.press('previous');
  await carousel.shows(1);

  await page.moveMouseAway();
  // The other carousel shows that time passes.
  await (await home.carousel('right')).changes(2);
  await carousel.shows(1);

  await carousel.press('play');
  await page.moveMouseAway();
  await carousel.changes(1);
});

test('dragging the right carousel scrolls twice the distance and does not follow its link', async ({
  page,
  home,
}) => {
  const carousel = await home.carousel('right');
  await carousel.press('pause');
  await carousel.press('goTo', 1);
  await carousel.shows(1);
  await carousel.hover();
  const [banner] = await page.all('link', undefined, carousel.region);
  expect(await banner?.getCssValue('cursor')).toBe('grab');

  await page.driver.actions().press().perform();
  await carousel.dragBy(-40);
  await expect.poll(() => carousel.scrolled()).toBeCloseTo(80, 0);
  await carousel.dragBy(15);
  await expect.poll(() => carousel.scrolled()).toBeCloseTo(50, 0);
  await carousel.dragBy(-100);
  await page.driver.actions().release().perform();
  await carousel.shows(2);
  expect(await page.driver.getAllWindowHandles()).toHaveLength(1);
});
