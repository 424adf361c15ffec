/** Pages translated by the browser. */
import { advanceClock, pauseClock } from './support/clock.ts';
import { isMarked, mark } from './support/document-mark.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { english, messageFormatter, otherLanguages, second } from './support/languages.ts';
import { textOn } from './support/page-text.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';
import { type Translation, translate, translations } from './support/translation.ts';

for (const way of Object.keys(translations) as Translation[]) {
  test(`a page translated ${way} keeps working, and a chosen language replaces the translation`, async ({
    home,
  }) => {
    const { page, message } = home;
    await pauseClock(page);
    await home.visit();
    expect(await translate(page, way)).toBeGreaterThan(60);
    await mark(page);
    const welcome = page.getByRole('dialog');
    for (const close of await welcome.getByRole('button').all()) await press(close);
    await expect(welcome).toBeHidden();
    const close = page.getByRole('button', { name: message('footer.offer.close') });
    await press(close);
    await expect(close).toHaveCount(0);
    const before = await page.getByRole('table').first().innerText();
    await advanceClock(page, 10_000);
    await expect(page.getByRole('table').first()).not.toHaveText(before);
    const tab = page.locator('.menu-tab').nth(2);
    await press(tab);
    await expect(tab).toHaveAttribute('aria-current', 'true');

    const menu = new LanguageMenu(page, message);
    // Found by accessible names, which the simulated translation keeps.
    await press(menu.button);
    await press(menu.item(second));
    const translated = new HomePage(page, messageFormatter(second.code));
    const keepsNodes = way === 'in place';
    if (!keepsNodes) await translated.ready();
    await expect(page).toHaveURL(`/?lang=${second.code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', second.code);
    await expect(translated.heading).toBeAttached();
    const words = await textOn(page);
    expect(words.filter((piece) => /[a-z]{3} auf Deutsch/i.test(piece))).toEqual([]);
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
  await new HomePage(page, messageFormatter(second.code)).ready();
  await expect(page).toHaveURL(`/?lang=${second.code}`);
});

/** Chooses a language that fails to load, and closes the menu with its note. */
async function failToChoose({ page, message }: HomePage): Promise<void> {
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
  await press(home.tabs.last());
  await press(page.getByRole('button', { name: message('footer.offer.close') }));
  await press(page.getByRole('button', { name: message('announcement.bar.pause') }));
  await press(page.getByRole('button', { name: message('announcement.bar.play') }));
  const carousel = home.carousel('left');
  await press(carousel.next);
  const status = carousel.region.getByRole('status');
  await expect(status).not.toBeEmpty();
  // The timer clears it.
  await page.getByRole('link', { name: message('header.logo.label') }).focus();
  await page.mouse.move(0, 0);
  await advanceClock(page, 2_000);
  await expect(status).toBeEmpty();
  for (const button of ['pause', 'play'] as const) {
    for (const part of ['offers.carousel', 'transactions.table'] as const)
      await press(page.getByRole('button', { name: message(`${part}.${button}`) }).first());
  }
  await failToChoose(home);
  await browserErrors.expectOnly(/^console error: Error: .*, not a message file/);
  let menu = new LanguageMenu(page, message);
  for (const language of [...otherLanguages, english, second]) menu = await menu.choose(language);
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await isMarked(page)).toBe(true);
});
