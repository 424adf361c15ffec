import { money } from '../../client/site/config.ts';
import { escaped } from '../../tools/regexp.ts';
import { dividedPhrases, textsInLines } from '../support/phrases.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { english, languages, messageFormatter } from './support/languages.ts';
import { linesIn } from './support/lines.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const widths = [320, 390, 768, 820, 1440];

/** Elements that contain only text and links. */
const texts = ':is(main, footer) :is(h1, p, .heading, [class$="-text"])';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('in Chinese', () => {
  const chinese = languages.find(({ code }) => code === 'zh');
  test.skip(!chinese, 'the build has no Chinese');
  test.use({ language: chinese ?? english });

  test('glyphs are those of simplified Chinese, as served and as chosen', async ({ page }) => {
    await new HomePage(page, messageFormatter('en')).enter('/?lang=en');
    await new LanguageMenu(page, messageFormatter('en')).choose(chinese ?? english);
    await expect(page.locator('body')).toHaveAttribute('lang', 'zh-Hans');
    await page.reload();
    await expect(page.locator('body')).toHaveAttribute('lang', 'zh-Hans');
  });

  test('no line has a single character, begins with a closing mark, or divides an amount', async ({
    page,
    home,
  }) => {
    const prefix = escaped(money.split('{amount}')[0] ?? '');
    const badBreak = new RegExp(`${prefix}/\\d|[\\d.]/[\\d.%]|/[，。、：！？）]`);
    await home.visit();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const all = await linesIn(page.locator(texts));
      const errors = all.filter(
        (lines) =>
          badBreak.test(lines.join('/')) ||
          (lines.length > 1 && lines.some((line) => line.replace(/\p{P}/gu, '').length === 1)),
      );
      expect(errors, `at ${width} px`).toEqual([]);
    }
  });
});

inEachLanguage(({ code }) => {
  test('no line divides a phrase', async ({ page, home }) => {
    await home.enter();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const all = await linesIn(page.locator(textsInLines));
      expect(dividedPhrases(code, all), `at ${width} px`).toEqual([]);
    }
  });

  test('no paragraph has a single short word in its last line', async ({ page, home }) => {
    await home.enter();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const paragraphs = await linesIn(page.locator('main p'));
      const short = paragraphs.filter(
        (lines) => lines.join(' ').length > 60 && /^\p{sc=Latin}\S{0,8}$/u.test(lines.at(-1) ?? ''),
      );
      expect(short, `at ${width} px`).toEqual([]);
    }
  });

  test('a text has no invisible characters but word joiners, and no attribute or title has any', async ({
    page,
    home,
  }) => {
    await home.enter();
    expect(await page.content()).not.toMatch(/[\u00ad\u200b\ufeff]/);
    const unseen = await page.evaluate(() => [
      document.title,
      ...[...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes].flatMap(({ name, value }) =>
          name.startsWith('data-') ? [] : value,
        ),
      ),
    ]);
    expect(unseen.filter((it) => it.includes('\u2060'))).toEqual([]);
  });
});
