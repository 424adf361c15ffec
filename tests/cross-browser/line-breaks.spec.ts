import { dividedPhrases } from '../support/phrases.ts';
import { measureLines } from './support/lines.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ code }) => {
  test('no line divides a phrase', async ({ page, home }) => {
    await home.enter();
    for (const width of [320, 390, 820, 1440]) {
      await page.resize({ width, height: 900 });
      const texts: string[][] = [];
      for (const { textIndex, words } of await page.run(measureLines, 'body')) {
        texts[textIndex] = [...(texts[textIndex] ?? []), words];
      }
      expect(dividedPhrases(code, texts), `at ${width} px`).toEqual([]);
    }
  });
});
