import { named } from '../browser/support/languages.ts';
import { type Line, measureLines } from './support/lines.ts';
import { desktop, expect, phone, test } from './support/test.ts';

test.use({ language: named('zh') });

/** Closing punctuation, which must not begin a line. */
const closing = /^[，。！？、：；）》」』％%]/;
/** Characters of amounts, numbers and Latin words, which must not be split. */
const latin = /[\p{Script=Latin}\d.,%]/u;

test('Chinese has no bad line breaks', async ({ page, home }) => {
  for (const size of [{ width: 320, height: 640 }, phone, desktop]) {
    const at = `at ${size.width} px`;
    await page.resize(size);
    await home.visit();
    expect(badBreaks(await page.run(measureLines, 'dialog')), `in the advert ${at}`).toEqual([]);
    await home.closeAdvert();
    expect(badBreaks(await page.run(measureLines, 'body')), `on the page ${at}`).toEqual([]);
  }
});

/** Returns bad line breaks. */
function badBreaks(lines: Line[]): string[] {
  if (lines.length === 0) return ['no text'];
  return lines.flatMap(({ words, textIndex }, index) => {
    const before = lines[index - 1];
    if (before?.textIndex !== textIndex) return [];
    const isLast = lines[index + 1]?.textIndex !== textIndex;
    const reasons = [
      closing.test(words) && 'begins with punctuation',
      latin.test(words[0] ?? '') && latin.test(before.words.at(-1) ?? '') && 'splits a word',
      isLast && [...words.replace(/\p{P}/gu, '')].length < 2 && 'is a lone character',
    ];
    return reasons
      .filter((reason) => reason !== false)
      .map((reason) => `${before.words} / ${words}: the second line ${reason}`);
  });
}
