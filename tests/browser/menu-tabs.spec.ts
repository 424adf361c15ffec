import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';

test('Back within the page does not scroll visibly', async ({ page, home }) => {
  await home.enter();
  await press(page.locator('a[href="#terms"]'));
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
