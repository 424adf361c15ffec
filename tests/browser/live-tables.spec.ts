import { advanceClock, pauseClock } from './support/clock.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => pauseClock(page));

test('rows stay while text in them is selected', async ({ page, home }) => {
  await home.enter();
  const rows = await home.rows('left');
  const cell = home.table('left').getByRole('cell').first();
  await cell.evaluate((it) => getSelection()?.selectAllChildren(it));
  await advanceClock(page, 20_000);
  expect(await home.rows('left')).toEqual(rows);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await advanceClock(page, 10_000);
  expect(await home.rows('left')).not.toEqual(rows);
});

test('on the narrowest phone a refresh does not change the height', async ({ page, home }) => {
  await page.setViewportSize({ width: 280, height: 653 });
  await home.enter();
  const heights = new Set<number>();
  for (let refresh = 0; refresh < 6; refresh += 1) {
    heights.add((await home.table('left').boundingBox())?.height ?? Number.NaN);
    await advanceClock(page, 10_000);
  }
  expect(heights.size).toBe(1);
});
