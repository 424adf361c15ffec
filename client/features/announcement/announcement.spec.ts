import { press } from '../../../tests/browser/support/press.ts';
import { expect, test } from '../../../tests/browser/support/test.ts';

test('a tap on the announcement does not pause it', async ({ page, home, message }) => {
  await home.enter();
  // The text itself moves.
  await press(page.locator('.announcement-window'));
  const playStates = () =>
    page
      .locator('.announcement-text')
      .evaluate((it) => it.getAnimations().map(({ playState }) => playState));
  expect(await playStates()).toEqual(['running']);
  const pause = message('announcement.bar.pause');
  await expect(page.getByRole('button', { name: pause })).toBeVisible();
});
