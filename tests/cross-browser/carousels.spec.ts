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
