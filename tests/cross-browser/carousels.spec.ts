import { desktop, expect, inEachLanguage, test } from './support/test.ts';

const interval = 2_000;
const sides = ['left', 'right'] as const;

test.beforeEach(async ({ page, home }) => {
  await page.resize(desktop);
  await home.enter();
});

inEachLanguage(() => {
  test('both carousels have two banners linked to sign-up, the right one in reverse order', async ({
    home,
    message,
  }) => {
    const titles = [message('offers.welcome.title'), message('offers.daily.title')];
    for (const [side, order] of [
      ['left', titles],
      ['right', [...titles].reverse()],
    ] as const) {
      expect(await (await home.carousel(side)).banners()).toEqual(
        order.map((title) => ({
          text: expect.stringContaining(title),
          href: 'https://operator.example/winbox-signup/',
        })),
      );
    }
  });
});

for (const side of sides) {
  const otherSide = side === 'left' ? 'right' : 'left';

  test(`the ${side} carousel advances every two seconds`, async ({ home }) => {
    const carousel = await home.carousel(side);
    const times = await carousel.changes(3);
    for (const [index, time] of times.slice(1).entries()) {
      // Timers can be late, which makes the next interval shorter.
      expect(time - (times[index] ?? 0)).toBeGreaterThan(interval / 2);
      expect(time - (times[index] ?? 0)).toBeLessThan(2 * interval);
    }
  });

  test(`the ${side} carousel pauses on hover`, async ({ page, home }) => {
    const carousel = await home.carousel(side);
    await carousel.hover();
    const place = await carousel.current();
    // The other carousel shows that time passes.
    await (await home.carousel(otherSide)).changes(2);
    expect(await carousel.current()).toBe(place);

    await page.moveMouseAway();
    await carousel.changes(1);
  });

  test(`the ${side} carousel can be paused and controlled with dots and arrows`, async ({
    page,
    home,
  }) => {
    const carousel = await home.carousel(side);
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
    await (await home.carousel(otherSide)).changes(2);
    await carousel.shows(1);

    await carousel.press('play');
    await page.moveMouseAway();
    await carousel.changes(1);
  });
}

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
