import { delayEntryScript } from '../../../tests/browser/support/delay.ts';
import { press } from '../../../tests/browser/support/press.ts';
import { hasArrivedAt, needsTarget } from '../../../tests/browser/support/scrolling.ts';
import { expect, test } from '../../../tests/browser/support/test.ts';
import { soon } from '../../../tests/support/soon.ts';

test('a tab that was chosen before hydration is the active one after it', async ({
  page,
  home,
}) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const tab = page.locator('.menu-tab').nth(2);
  await needsTarget(tab);
  await press(tab);
  const { y } = await page.evaluate(() => ({ y: scrollY }));
  expect(y).toBeGreaterThan(0);
  release();
  await home.closePopup();
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('.menu-tab[aria-current]')).toHaveCount(1);
  expect(await page.evaluate(() => scrollY)).toBe(y);
});

test('the active tab is seen in forced colours', async ({ page, home }) => {
  await home.enter();
  await page.emulateMedia({ forcedColors: 'active' });
  const [active, other] = await page
    .locator('.menu-tab')
    .evaluateAll((all) => all.map((it) => getComputedStyle(it).borderTopColor));
  expect(active).not.toBe(other);
});

test('the last row of any number of tabs is whole, or in the middle', async ({ page, home }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await home.enter();
  const spaces = await page.locator('.menu-tabs').evaluate((list) =>
    [3, 4, 5, 6, 7, 8, 9, 10, 11].map((count) => {
      const tabs = Array.from({ length: count }, () => list.children[0]?.cloneNode(true) ?? '');
      list.replaceChildren(...tabs);
      const boxes = [...list.children].map((it) => it.getBoundingClientRect());
      const [first] = boxes.filter(({ top }) => top === boxes.at(-1)?.top);
      const { left, right } = list.getBoundingClientRect();
      const [before, after] = [(first?.left ?? 0) - left, right - (boxes.at(-1)?.right ?? 0)];
      return Math.abs(Math.round(before - after));
    }),
  );
  expect(spaces).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('a tab scrolls to the start of its block, on small screens too', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  const tab = page.locator('.menu-tab').nth(1);
  await needsTarget(tab);
  const block = page.locator(String(await tab.getAttribute('href')));
  for (const [width, height] of [
    [320, 256],
    [667, 331],
    [844, 390],
    [320, 454],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await press(tab);
    await soon(() => block.evaluate(hasArrivedAt)).toBe(true);
  }
});
