import { desktop, expect, test } from './support/test.ts';

test('a carousel pauses on hover, while the other one advances', async ({ page, home }) => {
  await page.resize(desktop);
  await home.enter();
  const carousel = await home.carousel('left');
  await carousel.hover();
  const place = await carousel.current();
  await (await home.carousel('right')).changes(2);
  expect(await carousel.current()).toBe(place);

  await page.driver.actions().move({ x: 0, y: 0 }).perform();
  await carousel.changes(1);
});
