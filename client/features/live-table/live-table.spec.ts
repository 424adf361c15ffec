import { advanceClock, pauseClock } from '../../../tests/browser/support/clock.ts';
import { delayEntryScript } from '../../../tests/browser/support/delay.ts';
import { press } from '../../../tests/browser/support/press.ts';
import { expect, fromRightToLeft, test } from '../../../tests/browser/support/test.ts';
import { changeOnceAnInterval } from '../../../tests/browser/support/timers.ts';
import { liveTable } from './rows.ts';
import { rowsOf, tableOf } from './testing.ts';

test.beforeEach(({ page }) => pauseClock(page));

test('rows stay while text in them is selected', async ({ page, home }) => {
  await home.enter();
  const rows = await rowsOf(home, 'left');
  const cell = tableOf(home, 'left').getByRole('cell').first();
  await cell.evaluate((it) => getSelection()?.selectAllChildren(it));
  await advanceClock(page, 20_000);
  expect(await rowsOf(home, 'left')).toEqual(rows);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await advanceClock(page, 10_000);
  expect(await rowsOf(home, 'left')).not.toEqual(rows);
});

test('on the narrowest phone a refresh does not change the height', async ({ page, home }) => {
  await page.setViewportSize({ width: 280, height: 653 });
  await home.enter();
  const heights = new Set<number>();
  for (let refresh = 0; refresh < 6; refresh += 1) {
    heights.add((await tableOf(home, 'left').boundingBox())?.height ?? Number.NaN);
    await advanceClock(page, 10_000);
  }
  expect(heights.size).toBe(1);
});

test('a tap before the app has started pauses no table', async ({ page, home }) => {
  const release = await delayEntryScript(page);
  await page.goto(home.url, { waitUntil: 'commit' });
  await press(tableOf(home, 'left'));
  release();
  await home.closePopup();
  const rows = await rowsOf(home, 'left');
  await advanceClock(page, 10_000);
  expect(await rowsOf(home, 'left')).not.toEqual(rows);
});

test('one table has new rows every ten seconds, whatever has happened before', async ({ home }) => {
  await home.enter();
  await changeOnceAnInterval(home, 'tbody', { characterData: true, childList: true }, [2, 0]);
});

test('the initial rows of the two tables differ', async ({ home }) => {
  await home.page.goto(home.url);
  expect(await rowsOf(home, 'left')).not.toEqual(await rowsOf(home, 'right'));
});

fromRightToLeft(() => {
  test('masked numbers read from left to right', async ({ home }) => {
    await home.enter();
    const [member = ''] = (await rowsOf(home, 'left'))[0]?.split(' ') ?? [];
    expect(member).toContain(liveTable.memberMask);
    const cell = home.page.getByText(member, { exact: true }).first();
    await expect(cell).toHaveCSS('direction', 'ltr');
    await expect(cell).toHaveCSS('text-align', 'end');
  });
});
