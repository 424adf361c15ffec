import type { Locator } from '@playwright/test';
import { advanceClock, pauseClock } from '../../../tests/browser/support/clock.ts';
import { expect, fromRightToLeft, test } from '../../../tests/browser/support/test.ts';
import { draggableCarousel, MouseDrag } from './testing.ts';

test.beforeEach(async ({ page, home }) => {
  await pauseClock(page);
  await home.enter();
});

test('a drag that begins during the snap of the previous one overrides it', async ({ home }) => {
  const { page } = home;
  const carousel = await draggableCarousel(home);
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

for (const button of ['middle', 'right'] as const) {
  test(`a drag by the ${button} button scrolls nothing`, async ({ page, home }) => {
    const carousel = await draggableCarousel(home);
    const drag = await MouseDrag.on(page, carousel, button);
    await drag.moveBy(-60);
    // Not released: the middle button would open the link.
    expect(await carousel.scrolled()).toBe(0);
  });
}

test('a vertical drag follows no link', async ({ page, home }) => {
  const drag = await MouseDrag.on(page, await draggableCarousel(home));
  const clicked = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('click', ({ target }) => {
          resolve((target as Element).closest('a')?.localName ?? 'no link');
        }),
      ),
  );
  await page.mouse.move(drag.start.x, drag.start.y + 40, { steps: 8 });
  await drag.release();
  expect(await clicked).toBe('no link');
});

test('a drag whose capture is lost ends at a slide', async ({ page, home }) => {
  const carousel = await draggableCarousel(home);
  const strip = carousel.region.locator('.carousel-strip');
  await strip.evaluate((it) =>
    it.addEventListener('gotpointercapture', (event) =>
      Reflect.set(window, 'pointer', (event as PointerEvent).pointerId),
    ),
  );
  const drag = await MouseDrag.on(page, carousel);
  await drag.moveBy(-60);
  await strip.evaluate((it) => it.releasePointerCapture(Reflect.get(window, 'pointer')));
  await drag.moveBy(-2);
  await expect.poll(async () => (await carousel.scrolled()) % (await width(strip))).toBe(0);
  await drag.release();
});

function width(strip: Locator): Promise<number> {
  return strip.evaluate((it) => it.clientWidth);
}

test('a drag that leaves the carousel ends on release outside', async ({ page, home }) => {
  const carousel = await draggableCarousel(home);
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

fromRightToLeft(() => {
  test('the next slide is to the left for dragging', async ({ page, home }) => {
    const carousel = await draggableCarousel(home);
    const drag = await MouseDrag.on(page, carousel);
    await drag.moveBy(120);
    await drag.release();
    await carousel.shows(2);
  });
});
