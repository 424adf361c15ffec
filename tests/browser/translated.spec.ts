import { advanceClock, pauseClock } from './support/clock.ts';
import { isMarked, mark } from './support/document-mark.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { second } from './support/languages.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';
import { playbackOf } from './support/timers.ts';

test('no update by a part is mistaken for a translation, which would reload the page', async ({
  page,
  home,
}) => {
  await pauseClock(page);
  await home.enter();
  await mark(page);
  await advanceClock(page, 20_000);
  for (const control of await page.locator('main button:visible, footer button:visible').all())
    if (await control.isVisible()) await press(control);
  for (const button of await playbackOf(home).all()) await press(button);
  for (const link of await page.locator('nav a[href^="#"]').all()) await press(link);
  await advanceClock(page, 20_000);
  await new LanguageMenu(page, home.message).choose(second);
  expect(await isMarked(page)).toBe(true);
});
