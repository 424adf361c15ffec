import { Key } from 'selenium-webdriver';
import { english, languages, speaker } from '../browser/support/words.ts';
import { HomePage } from './support/home-page.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage((language) => {
  const target = languages[(languages.indexOf(language) + 1) % languages.length] ?? english;

  test(`choosing ${target.code} translates the page without loading it, and Back returns`, async ({
    page,
    home,
    say,
  }) => {
    await home.enter();
    await page.run(() => void Reflect.set(window, 'mark', 'still here'));
    const menu = await home.openLanguageMenu();
    await (await page.find('menuitemradio', target.ownName, menu)).click();

    const translated = new HomePage(page, speaker(target.code), target);
    await speaks(translated);
    expect(await page.path()).toBe(translated.path);
    await page.gone('menu');

    await page.driver.navigate().back();
    await speaks(home);
    expect(await page.path()).toBe(home.path);
    await page.driver.navigate().forward();
    await speaks(translated);
    expect(await page.run(() => Reflect.get(window, 'mark'))).toBe('still here');
    // No word of the language before is left where it was.
    expect(await page.all('heading', say('intro.slogan.title'))).toEqual([]);
  });

  test("the language menu's button opens its menu and closes it again", async ({ page, home }) => {
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

  test('Escape and a click beside it close the language menu', async ({ page, home }) => {
    await home.enter();
    await home.openLanguageMenu();
    await page.press(Key.ESCAPE);
    await page.gone('menu');

    await home.openLanguageMenu();
    await page.driver.actions().move({ x: 5, y: 300 }).click().perform();
    await page.gone('menu');
  });
});

/** Words, title and attributes of the page are those of its language. */
async function speaks({ page, say, language }: HomePage): Promise<void> {
  await page.find('heading', say('intro.slogan.title'));
  await expect
    .poll(() => page.run(() => [document.documentElement.lang, document.documentElement.dir]))
    .toEqual([language.code, say('locale.dir')]);
  await expect.poll(() => page.driver.getTitle()).toBe(say('page.home.title'));
}
