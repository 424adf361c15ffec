import { advanceClock, pauseClock } from './support/clock.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const member = String.raw`601\*{3}\d{3}`;
const row = new RegExp(
  String.raw`^${member} RM(\d+\.\d\d) ${member} RM(\d+\.\d\d) (KISS918|RICHGAMING|JILI)$`,
);

test.beforeEach(({ page }) => pauseClock(page));

inEachLanguage(() => {
  test('both tables have headings, five rows and a disclosure', async ({ home, message }) => {
    await home.enter();
    for (const side of ['left', 'right'] as const) {
      const table = home.table(side);
      for (const id of [
        'transactions.column.deposit',
        'transactions.column.withdraw',
        'transactions.column.game',
      ] as const) {
        await expect(
          table.getByRole('columnheader', { name: message(id), exact: true }),
        ).toBeVisible();
      }
      await expect(table).toHaveAccessibleDescription(message('transactions.table.note'));
      for (const text of await home.rows(side)) expect(text).toMatch(row);
    }
  });
});

test('the disclosure is above the rows', async ({ home, message }) => {
  await home.enter();
  for (const side of ['left', 'right'] as const) {
    const note = home.table(side).locator('xpath=..').getByText(message('transactions.table.note'));
    const disclosure = await note.boundingBox();
    const header = await home.table(side).getByRole('row').first().boundingBox();
    expect((disclosure?.y ?? Number.NaN) + (disclosure?.height ?? Number.NaN)).toBeLessThanOrEqual(
      header?.y ?? Number.NaN,
    );
  }
});

test('all five rows of the left table change every ten seconds', async ({ page, home }) => {
  await home.enter();
  let rows = await home.rows('left');
  for (let change = 1; change <= 3; change += 1) {
    await advanceClock(page, 9_999);
    expect(await home.rows('left')).toEqual(rows);
    await advanceClock(page, 1);
    const fresh = await home.rows('left');
    for (const [place, text] of fresh.entries()) {
      expect(text).not.toBe(rows[place]);
      const [, topUp, withdrawal] = row.exec(text) ?? [];
      expect(Number(topUp)).toBeLessThan(50);
      expect(Number(withdrawal)).toBeLessThan(2000);
    }
    rows = fresh;
  }
});

test('the refresh can be paused and resumed', async ({ page, home, message }) => {
  await home.enter();
  const rows = await home.rows('left');
  await page.getByRole('button', { name: message('transactions.table.pause') }).press('Enter');
  await home.heading.hover();
  await advanceClock(page, 60_000);
  expect(await home.rows('left')).toEqual(rows);
  // Play overrides the pause by focus.
  await page.getByRole('button', { name: message('transactions.table.play') }).press('Enter');
  await advanceClock(page, 10_000);
  expect(await home.rows('left')).not.toEqual(rows);
});

test('the left table stands still while the pointer is over it', async ({ page, home }) => {
  await home.enter();
  const rows = await home.rows('left');
  await home.table('left').hover();
  await advanceClock(page, 60_000);
  expect(await home.rows('left')).toEqual(rows);
  await home.heading.hover();
  await advanceClock(page, 10_000);
  expect(await home.rows('left')).not.toEqual(rows);
});

test('the left table stands still under reduced motion', async ({ page, home, message }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  const rows = await home.rows('left');
  await advanceClock(page, 60_000);
  expect(await home.rows('left')).toEqual(rows);
  await expect(
    page.getByRole('button', { name: message('transactions.table.play') }),
  ).toBeVisible();
});

test('the rows of the right table never change', async ({ page, home }) => {
  await home.enter();
  const rows = await home.rows('right');
  for (let change = 1; change <= 6; change += 1) {
    await advanceClock(page, 10_000);
    expect(await home.rows('right')).toEqual(rows);
  }
});

test('the tables are not live regions', async ({ home }) => {
  await home.enter();
  const roles = ['alert', 'log', 'marquee', 'status', 'timer'].map((role) => `@role="${role}"`);
  const announced = `xpath=ancestor-or-self::*[@aria-live or ${roles.join(' or ')}]`;
  for (const side of ['left', 'right'] as const) {
    await expect(home.table(side).locator(announced)).toHaveCount(0);
  }
});
