import { Key } from 'selenium-webdriver';
import { languages } from '../browser/support/languages.ts';
import type { HomePage } from './support/home-page.ts';
import { removePopovers } from './support/remove-popovers.ts';
import { expect, test } from './support/test.ts';

test('choosing a language translates the page without a reload, and Back restores it', async ({
  page,
  home,
  message,
}) => {
  const { translated } = home;
  await home.enter();
  await page.run(() => void Reflect.set(window, 'mark', 'still here'));
  const rows = () => page.run(() => document.querySelector('.home-right tbody')?.textContent);
  const before = await rows();
  const menu = await home.openLanguageMenu();
  await (await page.find('link', translated.language.ownName, menu)).click();

  await isTranslated(translated);
  expect(await page.path()).toBe(translated.path);
  const canonical = () =>
    document
      .querySelector('[rel="canonical"]')
      ?.getAttribute('href')
      ?.split(location.hostname)[1]
      ?.replace(/^:\d+/, '');
  await expect.poll(() => page.run(canonical)).toBe(translated.path);
  expect(await rows()).toBe(before);
  await page.gone('list', translated.message('header.language.label'));

  await page.driver.navigate().back();
  await isTranslated(home);
  expect(await page.path()).toBe(home.path);
  await page.driver.navigate().forward();
  await isTranslated(translated);
  expect(await page.run(() => Reflect.get(window, 'mark'))).toBe('still here');
  // The heading in the previous language is gone.
  expect(await page.all('heading', message('intro.slogan.title'))).toEqual([]);
});

test('the language button opens and closes the menu', async ({ page, home, message }) => {
  await home.enter();
  for (const time of ['first', 'second']) {
    const menu = await home.openLanguageMenu();
    const items = await page.all('link', undefined, menu);
    const words = await Promise.all(items.map((item) => page.text(item)));
    expect(words, `the ${time} time`).toEqual(languages.map(({ ownName }) => ownName));
    await (await home.languageButton()).click();
    await page.gone('list', message('header.language.label'));
  }
});

test('Escape and a click outside close the language menu', async ({ page, home, message }) => {
  await home.enter();
  await home.openLanguageMenu();
  await page.press(Key.ESCAPE);
  await page.gone('list', message('header.language.label'));

  await home.openLanguageMenu();
  await page.driver.actions().move({ x: 5, y: 300 }).click().perform();
  await page.gone('list', message('header.language.label'));
});

for (const popovers of ['with', 'without'] as const) {
  test(`a language is chosen with the keyboard, ${popovers} popovers`, async ({
    page,
    home,
    message,
  }) => {
    await home.enter();
    if (popovers === 'without') await page.run(removePopovers);
    const name = message('header.language.label');
    const focused = () => page.run(() => document.activeElement?.textContent);
    await page.run((it) => it.focus(), await home.languageButton());
    for (const key of [Key.ENTER, Key.SPACE]) {
      await page.press(key);
      await page.find('list', name);
      expect(await (await home.languageButton()).getAttribute('aria-expanded')).toBe('true');
      await page.press(key);
      await page.gone('list', name);
    }
    await page.press(Key.ENTER);
    await page.find('list', name);
    await page.press(Key.TAB);
    await expect.poll(focused).toBe(languages[0]?.ownName);
    await page.press(Key.ESCAPE);
    await page.gone('list', name);
    expect(await page.run((it) => it === document.activeElement, await home.languageButton())).toBe(
      true,
    );
    await page.press(Key.ENTER);
    const place = languages.indexOf(home.translated.language);
    await page.press(...Array(place + 1).fill(Key.TAB), Key.ENTER);
    await isTranslated(home.translated);
    await page.gone('list', home.translated.message('header.language.label'));
  });
}

/** Expects heading, title, `lang` and `dir` of the page in its language. */
async function isTranslated({ page, message, language }: HomePage): Promise<void> {
  await page.find('heading', message('intro.slogan.title'));
  await expect
    .poll(() => page.run(() => [document.documentElement.lang, document.documentElement.dir]))
    .toEqual([language.code, message('locale.dir')]);
  await expect.poll(() => page.driver.getTitle()).toBe(message('page.home.title'));
}
