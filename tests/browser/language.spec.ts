import type { MessageId } from '../../client/shared/message-id.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { everythingOn, wordsOn } from './support/reading.ts';
import { expect, inEachLanguage, test } from './support/test.ts';
import { english, type Language, languages, messagesOf, speaker } from './support/words.ts';

/** The language in this place of the menu; before the first comes the last. */
function at(place: number): Language {
  return languages.at(place % languages.length) ?? english;
}

inEachLanguage((language) => {
  const target = at(languages.indexOf(language) + 1);

  test(`choosing ${target.code} leaves no word of the old language`, async ({
    page,
    home,
    say,
  }) => {
    await home.enter();
    const before = await wordsOn(page);
    await new LanguageMenu(page, say).choose(target);

    const shared = sharedWords(language, target);
    const after = await wordsOn(page);
    expect(after.length).toBeGreaterThan(60);
    expect(after.filter((piece) => before.includes(piece) && !shared.has(piece))).toEqual([]);
  });

  test(`choosing ${target.code} gives the page that is served in it`, async ({
    page,
    home,
    say,
    context,
  }) => {
    await home.enter();
    await new LanguageMenu(page, say).choose(target);

    const fresh = await context.newPage();
    await new HomePage(fresh, speaker(target.code)).enter(`/?lang=${target.code}`);
    expect(await everythingOn(page)).toBe(await everythingOn(fresh));
    await expect(page).toHaveTitle(await fresh.title());
    for (const [selector, name] of [
      ['html', 'lang'],
      ['html', 'dir'],
      ['meta[name="description"]', 'content'],
      ['link[rel="canonical"]', 'href'],
    ] as const) {
      const value = await fresh.locator(selector).getAttribute(name);
      await expect(page.locator(selector)).toHaveAttribute(name, value ?? 'missing');
    }
  });

  test('choosing a language does not load the page again, and Back returns', async ({
    page,
    home,
    say,
  }) => {
    await home.enter();
    const rows = await home.rows('right');
    await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));

    await new LanguageMenu(page, say).choose(target);
    const translated = new HomePage(page, speaker(target.code));
    await speaks(translated, target);
    await expect(page).toHaveURL(`/?lang=${target.code}`);
    expect(await translated.rows('right')).toEqual(rows);
    await expect(translated.advert).toBeHidden();

    await page.goBack();
    await speaks(home, language);
    await expect(page).toHaveURL('/');

    await page.goForward();
    await speaks(translated, target);
    expect(await page.evaluate(() => Reflect.get(window, 'mark'))).toBe('still here');
  });

  test('the language menu works with the keyboard alone', async ({ page, home, say }) => {
    await home.enter();
    const { button, menu, item } = new LanguageMenu(page, say);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(item(language)).toBeFocused();

    // The menu is a ring: a step back from the first is the last.
    const place = languages.indexOf(language);
    await page.keyboard.press('ArrowDown');
    await expect(item(target)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(item(at(place - 1))).toBeFocused();
    await page.keyboard.press('End');
    await expect(item(at(-1))).toBeFocused();
    await page.keyboard.press('Home');
    await expect(item(at(0))).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Space');
    await expect(item(language)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const translated = new LanguageMenu(page, speaker(target.code));
    await expect(translated.button).toBeFocused();
    await expect(translated.menu).toBeHidden();
    await expect(page).toHaveURL(`/?lang=${target.code}`);
  });

  test(`an address in ${target.code} gives it whatever the browser prefers`, async ({ page }) => {
    const translated = new HomePage(page, speaker(target.code));
    await translated.enter(`/?lang=${target.code}`);
    await speaks(translated, target);
  });

  test('an address in a language nobody speaks is as good as none', async ({ home }) => {
    await home.enter('/?lang=xx');
    await speaks(home, language);
  });
});

/** The document says so, and so do its title and its first words. */
async function speaks({ page, heading, say }: HomePage, { code }: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  await expect(page).toHaveTitle(say('page.home.title'));
  await expect(heading).toBeVisible();
}

/** Words that are right in both languages: names, amounts, and messages that are the same. */
function sharedWords(one: Language, other: Language): Set<string> {
  const [first, second] = [speaker(one.code), speaker(other.code)];
  const ids = Object.keys(messagesOf(one.code)) as MessageId[];
  const same = ids.filter((id) => first(id) === second(id)).map((id) => first(id));
  return new Set([...same, 'Marquee', 'RM0.00', 'RM1.00', 'RM20.00', '21 Sep 2024, 19:30']);
}
