import type { Locator } from '@playwright/test';
import { layoutErrors } from '../../../tests/browser/support/layout-errors.ts';
import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';
import { formatMoney } from '../../format-money.ts';
import { liveTable } from './rows.ts';

/** Expects the rows to be of one height, but for rounding. */
async function haveOneHeight(tables: Locator, count: number, where: string): Promise<void> {
  const heights = await tables
    .locator('tbody tr')
    .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height)));
  expect(heights, where).toHaveLength(count);
  expect(Math.max(...heights) - Math.min(...heights), where).toBeLessThanOrEqual(1);
}

inEachLanguage(() => {
  test('all rows have one height, with short and long amounts', async ({ page, home }) => {
    await home.enter();
    await page.setViewportSize({ width: 1440, height: 900 });
    const tables = page.locator('.live-table');
    await haveOneHeight(tables, 2 * liveTable.rows, 'in three columns');
    await page.locator('.live-table-amount').evaluateAll(
      (all, [short = '', long = '']) => {
        for (const [index, it] of all.entries()) it.textContent = index % 3 ? long : short;
      },
      [formatMoney(9_99), formatMoney(1_999_99)],
    );
    for (const width of [560, 600, 620, 680, 760]) {
      await page.setViewportSize({ width, height: 900 });
      await haveOneHeight(tables.first(), liveTable.rows, `at ${width} px`);
    }
  });
});

test('a table holds long members', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  for (const member of ['0668xxxx928', '+60128\u200bxxxxxx\u200b928']) {
    await page.locator('.live-table-member').evaluateAll((all, text) => {
      for (const it of all) it.textContent = text;
    }, member);
    for (const width of [320, 640, 1080, 1120]) {
      await page.setViewportSize({ width, height: 900 });
      const errors = await layoutErrors(page, width < 480 ? 44 : 0);
      expect.soft(errors, `at ${width} px`).toEqual([]);
    }
  }
});
