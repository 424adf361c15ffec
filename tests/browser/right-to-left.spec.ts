/** Right-to-left layout, tested with the pseudo-locale `en-XB`. */
import { pauseClock } from './support/clock.ts';
import { MouseDrag } from './support/mouse-drag.ts';
import { memberPattern } from './support/site.ts';
import { expect, fromRightToLeft, test } from './support/test.ts';

fromRightToLeft(() => {
  test('the first column is on the right, and the announcement scrolls to the right', async ({
    page,
    home,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await home.enter();
    const first = await home.table('left').boundingBox();
    const last = await home.table('right').boundingBox();
    expect(first?.x).toBeGreaterThan(720);
    expect(last?.x).toBeLessThan(720);

    const text = page.locator('.announcement-text');
    const end = () =>
      text.evaluate((element) => {
        const [animation] = element.getAnimations();
        const duration = animation?.effect?.getComputedTiming().duration;
        if (animation) animation.currentTime = Number(duration) * 0.999;
        return new DOMMatrix(getComputedStyle(element).transform).m41;
      });
    await expect.poll(end).toBeGreaterThan(0);
  });

  test('the next slide is to the left for dragging', async ({ page, home }) => {
    await pauseClock(page);
    await home.enter();
    const carousel = home.carousel('right');
    const drag = await MouseDrag.on(page, carousel);
    await drag.moveBy(120);
    await drag.release();
    await carousel.shows(2);
  });

  test('masked numbers, dates and the picture of a slot machine read from left to right', async ({
    page,
    home,
  }) => {
    await home.enter();
    const member = page.getByText(new RegExp(`^${memberPattern}$`)).first();
    await expect(member).toHaveCSS('direction', 'ltr');
    await expect(member).toHaveCSS('text-align', 'end');

    const [day, year] = await page.locator('.sports-card-start time').evaluate((time) =>
      [/\d+/, /\d{4}/].map((part) => {
        const text = time.firstChild as Text;
        const start = text.data.search(part);
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect().left;
      }),
    );
    expect(day).toBeLessThan(year ?? Number.NaN);

    const picture = page.locator('.bonus-banner.has-numbers img');
    await expect(picture).toHaveCSS('scale', 'none');
    await expect(picture).toHaveCSS('transform', 'none');
  });
});
