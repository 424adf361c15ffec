import { named } from '../browser/support/words.ts';
import { type Line, measureLines } from './support/lines.ts';
import { desktop, expect, phone, test } from './support/test.ts';

test.use({ language: named('zh') });

/** What no line of Chinese begins with: closing punctuation. */
const closing = /^[，。！？、：；）》」』％%]/;
/** What belongs together: amounts, numbers and words of Latin letters. */
const latin = /[\p{Script=Latin}\d.,%]/u;

for (const size of [{ width: 320, height: 640 }, phone, desktop]) {
  test(`lines of Chinese break well at ${size.width} px`, async ({ page, home }) => {
    await page.resize(size);
    await home.visit();
    expect(faults(await page.run(measureLines, 'dialog')), 'in the advert').toEqual([]);
    await home.closeAdvert();
    expect(faults(await page.run(measureLines, 'body')), 'on the page').toEqual([]);
  });
}

/** The lines that begin or end where they should not. */
function faults(lines: Line[]): string[] {
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
