import { isMarked, mark } from './support/document-mark.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { english, type Language, languages, messageFormatter } from './support/languages.ts';
import { ariaSnapshotOf } from './support/page-text.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** Returns the language at a menu index, wrapping around. */
function at(index: number): Language {
  return languages.at(index % languages.length) ?? english;
}

inEachLanguage((language) => {
  const target = at(languages.indexOf(language) + 1);

  test(`choosing ${target.code} gives the same page as its URL`, async ({
    page,
    home,
    message,
    context,
  }) => {
    await home.enter();
    await new LanguageMenu(page, message).choose(target);

    const fresh = await context.newPage();
    await new HomePage(fresh, messageFormatter(target.code)).enter(`/?lang=${target.code}`);
    expect(await ariaSnapshotOf(page)).toBe(await ariaSnapshotOf(fresh));
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
});

test('choosing a language does not reload the page, and Back restores the previous one', async ({
  page,
  home,
  message,
  language,
}) => {
  await home.enter();
  const target = at(1);
  const rows = await home.rows('right');
  await mark(page);

  await new LanguageMenu(page, message).choose(target);
  const translated = new HomePage(page, messageFormatter(target.code));
  await isIn(translated, target);
  await expect(page).toHaveURL(`/?lang=${target.code}`);
  expect(await translated.rows('right')).toEqual(rows);
  await expect(translated.welcome).toBeHidden();

  await page.goBack();
  await isIn(home, language);
  await expect(page).toHaveURL('/');

  await page.goForward();
  await isIn(translated, target);
  expect(await isMarked(page)).toBe(true);
});

/** Expects the page's `lang`, title and heading in a language. */
async function isIn({ page, heading, message }: HomePage, { code }: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  await expect(page).toHaveTitle(message('page.home.title'));
  await expect(heading).toBeVisible();
}
