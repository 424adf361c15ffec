import { advanceClock, pauseClock } from './support/clock.ts';
import { MouseDrag } from './support/mouse-drag.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page, home }) => {
  await pauseClock(page);
  await home.enter();
});

test('a drag that begins during the snap of the previous one overrides it', async ({ home }) => {
  const { page } = home;
  const carousel = home.carousel('right');
  const first = await MouseDrag.on(page, carousel);
  await first.moveBy(-120);
  await first.release();
  const second = await carousel.arrivesAtSecond();

  const drag = await MouseDrag.on(page, carousel);
  await drag.moveBy(40);
  await advanceClock(page, 1_000);
  await drag.moveBy(10);
  await expect.poll(() => carousel.scrolled()).toBe(second - 100);
});

test('a drag that leaves the carousel ends on release outside', async ({ page, home }) => {
  const carousel = home.carousel('right');
  for (const [x, y, banner] of [
    [0, 300, 1],
    [-200, 0, 2],
  ] as const) {
    const drag = await MouseDrag.on(page, carousel);
    await page.mouse.move(drag.start.x + x, drag.start.y + y, { steps: 10 });
    await drag.release();
    await carousel.shows(banner);

    const before = await carousel.scrolled();
    await drag.moveBy(30);
    await drag.moveBy(-60);
    expect(await carousel.scrolled()).toBe(before);
    await carousel.shows(banner);
  }
});
