import { Key } from 'selenium-webdriver';
import { english, languages, messageFormatter } from '../browser/support/languages.ts';
import { HomePage } from './support/home-page.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage((language) => {
  const target = languages[(languages.indexOf(language) + 1) % languages.length] ?? english;

  test(`choosing ${target.code} translates the page without a reload, and Back restores it`, async ({
    page,
    home,
    message,
  }) => {
    await home.enter();
    await page.run(() => void Reflect.set(window, 'mark', 'still here'));
    const menu = await home.openLanguageMenu();
    await (await page.find('menuitemradio', target.ownName, menu)).click();

    const translated = new HomePage(page, messageFormatter(target.code), target);
    await isTranslated(translated);
    expect(await page.path()).toBe(translated.path);
    await page.gone('menu');

    await page.driver.navigate().back();
    await isTranslated(home);
    expect(await page.path()).toBe(home.path);
    await page.driver.navigate().forward();
    await isTranslated(translated);
    expect(await page.run(() => Reflect.get(window, 'mark'))).toBe('still here');
    // The heading in the previous language is gone.
    expect(await page.all('heading', message('intro.slogan.title'))).toEqual([]);
  });

  test('the language button opens and closes the menu', async ({ page, home }) => {
    await home.enter();
    for (const time of ['first', 'second']) {
      const menu = await home.openLanguageMenu();
      const items = await page.all('menuitemradio', undefined, menu);
      const words = await Promise.all(items.map((item) => page.text(item)));
      expect(words, `the ${time} time`).toEqual(languages.map(({ ownName }) => ownName));
      await (await home.languageButton()).click();
      await page.gone('menu');
    }
  });

  test('Escape and a click outside close the language menu', async ({ page, home }) => {
    await home.enter();
    await home.openLanguageMenu();
    await page.press(Key.ESCAPE);
    await page.gone('menu');

    await home.openLanguageMenu();
    await page.driver.actions().move({ x: 5, y: 300 }).click().perform();
    await page.gone('menu');
  });
});

/** Expects heading, title, `lang` and `dir` of the page in its language. */
async function isTranslated({ page, message, language }: HomePage): Promise<void> {
  await page.find('heading', message('intro.slogan.title'));
  await expect
    .poll(() => page.run(() => [document.documentElement.lang, document.documentElement.dir]))
    .toEqual([language.code, message('locale.dir')]);
  await expect.poll(() => page.driver.getTitle()).toBe(message('page.home.title'));
}
