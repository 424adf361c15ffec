import { advanceClock, pauseClock } from './support/clock.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => pauseClock(page));

test('the disclosure describes each table and is above its rows, which are not announced', async ({
  home,
  message,
}) => {
  await home.enter();
  const roles = ['alert', 'log', 'marquee', 'status', 'timer'].map((role) => `@role="${role}"`);
  const announced = `xpath=ancestor-or-self::*[@aria-live or ${roles.join(' or ')}]`;
  for (const side of ['left', 'right'] as const) {
    await expect(home.table(side).locator(announced)).toHaveCount(0);
    await expect(home.table(side)).toHaveAccessibleDescription(message('transactions.table.note'));
    const note = home.table(side).locator('xpath=..').getByText(message('transactions.table.note'));
    const disclosure = await note.boundingBox();
    const header = await home.table(side).getByRole('row').first().boundingBox();
    expect((disclosure?.y ?? Number.NaN) + (disclosure?.height ?? Number.NaN)).toBeLessThanOrEqual(
      header?.y ?? Number.NaN,
    );
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

test('the left table stands still while it has the focus, or the pointer is over it', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const rows = await home.rows('left');
  await page.getByRole('button', { name: message('transactions.table.pause') }).focus();
  await advanceClock(page, 60_000);
  expect(await home.rows('left')).toEqual(rows);
  await home.table('left').hover();
  await page.getByRole('banner').getByRole('link').first().focus();
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
