/** Pages translated by the browser. */
import { advanceClock, pauseClock } from '../support/clock.ts';
import { isMarked, mark } from '../support/document-mark.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { english, messageFormatter, otherLanguages, second } from '../support/languages.ts';
import { press } from '../support/press.ts';
import { type Translation, translate, translations } from '../support/translation.ts';
import { expect, HostPage, test } from './test.ts';

for (const way of Object.keys(translations) as Translation[]) {
  test(`a page translated ${way} keeps working, and a chosen language replaces the translation`, async ({
    home,
  }) => {
    const { page, message } = home;
    await pauseClock(page);
    await home.visit();
    expect(await translate(page, way)).toBeGreaterThan(10);
    await mark(page);
    const before = String(await home.number.textContent());
    await advanceClock(page, 2_000);
    await expect(home.number).toHaveText(String(Number(before) + 1));
    await press(home.nextNumber);
    await expect(home.number).toHaveText(String(Number(before) + 2));
    await press(page.getByRole('link', { name: message('page.about.title') }));
    await expect(home.number).toHaveCount(0);
    await page.goBack();
    await expect(home.number).toBeVisible();
    // Browsers translate what is new.
    await translate(page, way);

    const menu = new LanguageMenu(page, message);
    // Found by accessible names, which the simulated translation keeps.
    await press(menu.button);
    await press(menu.item(second));
    const translated = new HostPage(page, messageFormatter(second.code));
    const keepsNodes = way === 'in place';
    if (!keepsNodes) await translated.ready();
    await expect(page).toHaveURL(`/?lang=${second.code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', second.code);
    await expect(translated.heading).toBeAttached();
    await expect(page.locator('body')).not.toContainText('auf Deutsch');
    expect(await isMarked(page)).toBe(keepsNodes);
  });
}

test('choosing a language leaves a translated page that cannot be loaded', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  await home.enter();
  await translate(page, 'in new elements');
  const probe = (url: URL) => url.search === `?lang=${second.code}`;
  // As the sign-in page of a public network.
  await page.route(probe, (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }));
  const menu = new LanguageMenu(page, message);
  await press(menu.button);
  await press(menu.item(second));
  await expect(page.locator('.language-menu-note')).toBeVisible();
  await page.unroute(probe);
  await page.route(probe, (route) => route.abort('connectionreset'));
  await press(menu.item(second));
  await browserErrors.expectExactly(/^console error: Failed to load/, /^request failed/);
  await expect(page.locator('.language-menu-note')).toBeVisible();

  await page.unroute(probe);
  await press(menu.item(second));
  await new HostPage(page, messageFormatter(second.code)).ready();
  await expect(page).toHaveURL(`/?lang=${second.code}`);
});

/** Chooses a language that fails to load, and closes the menu with its note. */
async function failToChoose({ page, message }: HostPage): Promise<void> {
  const messages = '**/assets/messages-*.json';
  await page.route(messages, (route) => route.fulfill({ json: null }));
  const menu = new LanguageMenu(page, message);
  await menu.select(second);
  const note = page.locator('.language-menu-note');
  // The second request comes after a pause.
  await expect(async () => {
    await advanceClock(page, 1_000);
    await expect(note).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await page.unroute(messages);
}

test('updates by the page itself are not mistaken for a translation', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  await pauseClock(page);
  await home.enter();
  await mark(page);
  await advanceClock(page, 20_000);
  await press(home.nextNumber);
  await press(page.getByRole('button', { name: message('ticker.part.pause') }));
  await press(page.getByRole('button', { name: message('ticker.part.play') }));
  await press(page.getByRole('link', { name: message('page.about.title') }));
  await press(page.getByRole('main').getByRole('link', { name: message('header.home.label') }));
  await failToChoose(home);
  await browserErrors.expectOnly(/^console error: Error: .*, not a message file/);
  let menu = new LanguageMenu(page, message);
  for (const language of [...otherLanguages, english, second]) menu = await menu.choose(language);
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await isMarked(page)).toBe(true);
});
