import { Key } from 'selenium-webdriver';
import { languages } from '../../browser/support/languages.ts';
import { removePopovers } from '../../support/remove-popovers.ts';
import type { HomePage } from '../support/home-page.ts';
import { expect, test } from '../support/test.ts';

for (const popovers of ['with', 'without'] as const) {
  test(`a language is chosen with the keyboard, ${popovers} popovers`, async ({ home }) => {
    const { page, message } = home;
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
    const button = await home.languageButton();
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await page.run((it) => it === document.activeElement, button)).toBe(true);
    await page.press(Key.ENTER);
    const place = languages.indexOf(home.translated.language);
    await page.press(...Array(place + 1).fill(Key.TAB), Key.ENTER);
    await isTranslated(home.translated);
    await page.gone('list', home.translated.message('header.language.label'));
  });
}

/** Expects heading, title, `lang` and `dir` of the page in its language. */
async function isTranslated({ page, message, language }: HomePage): Promise<void> {
  await page.find('heading', message('home.page.title'));
  await expect
    .poll(() => page.run(() => [document.documentElement.lang, document.documentElement.dir]))
    .toEqual([language.code, message('locale.dir')]);
  await expect.poll(() => page.driver.getTitle()).toBe(message('page.home.title'));
}
