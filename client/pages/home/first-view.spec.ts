/** What a visitor sees first: the face of the site, its lamps, and what is in view on a phone. */
import { delay } from '../../../tests/browser/support/delay.ts';
import { endOfView } from '../../../tests/browser/support/end-of-view.ts';
import { press } from '../../../tests/browser/support/press.ts';
import { needsTarget } from '../../../tests/browser/support/scrolling.ts';
import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';

test('the display face is one small file of the site, for Latin letters and digits alone', async ({
  page,
  home,
}) => {
  const loading = page.waitForResponse(/\.woff2$/);
  await home.enter();
  const response = await loading;
  expect(response.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect((await response.body()).length).toBeLessThanOrEqual(12_288);
  const ranges = await page.evaluate(() =>
    [...document.fonts].map(({ unicodeRange }) => unicodeRange),
  );
  // From U+3000 on are the characters of Chinese; a face without a range has all.
  expect(ranges).toEqual([expect.not.stringMatching(/U\+(?:[3-9a-f][0-9a-f]{3}|0-)/i)]);
});

test('nothing moves when the display face comes late', async ({ page, home }) => {
  const release = await delay(page, /\.woff2$/);
  // Its load event waits for the font.
  await page.goto('/', { waitUntil: 'commit' });
  const boxes = () =>
    page
      .locator('.home-intro > *, main > *')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  await home.ready();
  const before = await boxes();
  release();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual([
    'loaded',
  ]);
  expect(await boxes()).toEqual(before);
});

inEachLanguage(() => {
  test('headline, three amounts and one button that shines are in the first view of a phone', async ({
    page,
    home,
  }) => {
    await home.enter();
    await expect(home.heading).toBeInViewport({ ratio: 1 });
    const amounts = page.locator('.home-amounts strong');
    await expect(amounts).toHaveCount(3);
    for (const amount of await amounts.all()) await expect(amount).toBeInViewport({ ratio: 1 });
    const buttons = await page.locator('main .button, .footer .button').evaluateAll((all) =>
      all
        .filter((it) => getComputedStyle(it).backgroundImage !== 'none')
        .map((it) => it.getBoundingClientRect())
        .filter(({ left, top, width }) => width > 0 && left < innerWidth && top < innerHeight)
        .map(({ bottom }) => bottom),
    );
    expect(buttons).toHaveLength(1);
    expect(buttons[0]).toBeLessThan(await page.evaluate(endOfView));
  });
});

test('lamps light by turns for five seconds', async ({ page }) => {
  const seconds = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((it) => /^lamps/.test((it as CSSAnimation).animationName))
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime) / 1000),
    );
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(async () => (await seconds()).length).toBeGreaterThan(1);
  expect(Math.max(...(await seconds()))).toBeLessThanOrEqual(5);
});

test('Back within the page does not scroll visibly', async ({ page, home }) => {
  await home.enter();
  const terms = page.locator('.home-terms a');
  await needsTarget(terms);
  await press(terms);
  const steps = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const places = new Set<number>();
    addEventListener('scroll', () => places.add(scrollY));
    history.back();
    await new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    return [...places];
  });
  expect(steps).toHaveLength(1);
});
