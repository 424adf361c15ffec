import { linesIn } from './support/lines.ts';
import { expect, inEachLanguage, test } from './support/test.ts';
import { named } from './support/words.ts';

const widths = [320, 390, 768, 1440];

/** Elements that hold a text, and nothing else but links in it. */
const texts = 'main :is(h1, p, caption, .heading, [class$="-text"]), .footer-banner-text';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('in Chinese', () => {
  test.use({ language: named('zh') });

  test('no line parts a word, an amount, or a number from its noun', async ({ page, home }) => {
    const parted =
      /R\/M|\d\/[\d天岁%]|首\/存|娱\/乐|系统\/生成|积\/分|会\/员|红\/利|\/[，。、：！？）]/;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await home.visit();
      const all = await linesIn(page.locator(texts));
      const faults = all.filter(
        (lines) =>
          parted.test(lines.join('/')) ||
          (lines.length > 1 && lines.some((line) => line.replace(/\p{P}/gu, '').length === 1)),
      );
      expect(faults, `at ${width} px`).toEqual([]);
    }
  });
});

inEachLanguage(({ code }) => {
  test('no paragraph leaves a short word alone in its last line', async ({ page, home }) => {
    test.skip(code === 'zh', 'It has no words between blanks.');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await home.enter();
      const paragraphs = await linesIn(page.locator('main p'));
      const short = paragraphs.filter(
        (lines) => lines.join(' ').length > 60 && (lines.at(-1)?.length ?? 0) < 10,
      );
      expect(short, `at ${width} px`).toEqual([]);
    }
  });

  test('the title, the head and attributes hold nothing but their words', async ({
    page,
    home,
  }) => {
    await home.enter();
    const attributes = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name }) => /^(?:aria-.*|alt|title|content)$/.test(name))
          .map(({ value }) => value),
      ),
    );
    const spoken = [await page.title(), ...attributes];
    expect(spoken.filter((text) => /[\u00a0\u200b\u2060]/.test(text))).toEqual([]);
  });
});
