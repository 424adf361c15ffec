/** What the parts of a site's page do in one that a browser translates, and in one that it does not. */
import { advanceClock, pauseClock } from './support/clock.ts';
import { isMarked, mark } from './support/document-mark.ts';
import type { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { second } from './support/languages.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';
import { playbackOf } from './support/timers.ts';
import { type Translation, translate, translations } from './support/translation.ts';

/** Presses what the page has of controls, but links that leave it, and lets its timers run. */
async function operate(home: HomePage): Promise<void> {
  const { page } = home;
  await advanceClock(page, 20_000);
  for (const control of await page.locator('main button:visible, footer button:visible').all())
    if (await control.isVisible()) await press(control);
  for (const button of await playbackOf(home).all()) await press(button);
  for (const link of await page.locator('nav a[href^="#"]').all()) await press(link);
  await advanceClock(page, 20_000);
}

for (const way of Object.keys(translations) as Translation[]) {
  test(`every control works in a page that is translated ${way}`, async ({ page, home }) => {
    await pauseClock(page);
    await home.visit();
    await translate(page, way);
    if (await home.popup.count()) await press(home.popup.getByRole('button').first());
    await expect(home.popup.filter({ visible: true })).toHaveCount(0);
    await operate(home);
    // Pressed last, and with names that the simulated translation keeps.
    const last = page.locator('nav a[href^="#"]').last();
    if (await last.count()) await expect(last).toHaveAttribute('aria-current', 'true');
    await expect(home.heading).toBeVisible();
  });
}

test('no update by a part is mistaken for a translation, which would reload the page', async ({
  page,
  home,
}) => {
  await pauseClock(page);
  await home.enter();
  await mark(page);
  await operate(home);
  await new LanguageMenu(page, home.message).choose(second);
  expect(await isMarked(page)).toBe(true);
});
