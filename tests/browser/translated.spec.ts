/** A page that the visitor's browser has translated to a language of its own. */
import { pass, stopTheClock } from './support/clock.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { wordsOn } from './support/reading.ts';
import { expect, test } from './support/test.ts';
import { type Translation, translate, translations } from './support/translation.ts';
import { named, speaker } from './support/words.ts';

const chinese = named('zh');

for (const way of Object.keys(translations) as Translation[]) {
  test.describe(`with words ${way}`, () => {
    test('choosing a language leaves no word of the translation', async ({ page, home, say }) => {
      await home.enter();
      expect(await translate(page, way)).toBeGreaterThan(60);
      await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
      const menu = new LanguageMenu(page, say);
      // Assistive technology reads the labels, which are not translated here.
      await menu.button.click();
      await menu.item(chinese).click();

      const translated = new HomePage(page, speaker(chinese.code));
      const isReact = way === 'in place';
      if (!isReact) await expect(translated.advert).toBeVisible();
      await expect(page).toHaveURL(`/?lang=${chinese.code}`);
      await expect(page.locator('html')).toHaveAttribute('lang', chinese.code);
      await expect(translated.heading).toBeAttached();
      const words = await wordsOn(page);
      expect(words.filter((piece) => /[a-z]{3} auf Deutsch/i.test(piece))).toEqual([]);
      expect(await page.evaluate(() => Reflect.has(window, 'mark'))).toBe(isReact);
    });

    test('everything that moves goes on, and what closes is closed', async ({
      page,
      home,
      say,
    }) => {
      await stopTheClock(page);
      await home.visit();
      await translate(page, way);
      const advert = page.getByRole('dialog');
      await advert.getByRole('button', { name: say('advert.popup.close') }).click();
      await expect(advert).toBeHidden();
      const close = page.getByRole('button', { name: say('footer.banner.close') });
      await close.click();
      await expect(close).toHaveCount(0);
      const before = await page.getByRole('table').first().innerText();
      await pass(page, 10_000);
      await expect(page.getByRole('table').first()).not.toHaveText(before);
      const tab = page.getByRole('tab').nth(2);
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    });
  });
}

test('what the page does by itself is not taken for a translation', async ({ page, home, say }) => {
  await stopTheClock(page);
  await home.enter();
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
  await pass(page, 20_000);
  await page.getByRole('tab').nth(3).click();
  await page.getByRole('button', { name: say('footer.banner.close') }).click();
  await page.getByRole('button', { name: say('announcement.bar.pause') }).click();
  await home.carousel('left').next.click();
  let menu = new LanguageMenu(page, say);
  for (const code of ['zh', 'ms', 'en', 'zh']) menu = await menu.choose(named(code));
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => Reflect.has(window, 'mark'))).toBe(true);
});
