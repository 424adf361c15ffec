import { currency } from '../../client/site/config.ts';
import { escaped } from '../../tools/regexp.ts';
import { english, languages } from './support/languages.ts';
import { linesIn } from './support/lines.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const widths = [320, 390, 768, 1440];

/** Elements that contain only text and links. */
const texts = 'main :is(h1, p, .heading, [class$="-text"]), .footer-offer-text';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('in Chinese', () => {
  const chinese = languages.find(({ code }) => code === 'zh');
  test.skip(!chinese, 'the build has no Chinese');
  test.use({ language: chinese ?? english });

  test('lines do not break within words, amounts, or between a number and its measure word', async ({
    page,
    home,
  }) => {
    const badBreaks = [
      /\d\/[\d天岁%]|首\/存|娱\/乐|系统\/生成|运\/商|积\/分|会\/员|红\/利|\/[，。、：！？）]/,
      new RegExp(`${escaped(currency)}/\\d`),
    ];
    await home.visit();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const all = await linesIn(page.locator(texts));
      const errors = all.filter(
        (lines) =>
          badBreaks.some((badBreak) => badBreak.test(lines.join('/'))) ||
          (lines.length > 1 && lines.some((line) => line.replace(/\p{P}/gu, '').length === 1)),
      );
      expect(errors, `at ${width} px`).toEqual([]);
    }
  });
});

inEachLanguage(({ code }) => {
  // Chinese has no spaces between words.
  if (code !== 'zh') {
    test('no paragraph has a single short word in its last line', async ({ page, home }) => {
      await home.enter();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const paragraphs = await linesIn(page.locator('main p'));
        const short = paragraphs.filter(
          (lines) => lines.join(' ').length > 60 && (lines.at(-1)?.length ?? 0) < 10,
        );
        expect(short, `at ${width} px`).toEqual([]);
      }
    });
  }

  test('titles and names read aloud have no line break characters', async ({ page, home }) => {
    await home.enter();
    const attributes = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name }) => /^(?:aria-.*|alt|title|content)$/.test(name))
          .map(({ value }) => value),
      ),
    );
    const values = [await page.title(), ...attributes];
    expect(values.filter((text) => /[\u00a0\u200b\u2060]/.test(text))).toEqual([]);
  });
});
