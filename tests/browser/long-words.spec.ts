/** Words longer than a line of the smallest phone, such as compounds of German, Finnish or Malayalam. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { MessageId } from '../../client/language/messages.ts';
import { paths } from './support/paths.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 320, height: 640 } });

const word = 'Donaudampfschifffahrtsgesellschaften';

interface Context {
  maxLength?: number;
}

const context = JSON.parse(readFileSync('locales/context/en.json', 'utf8'));

/** Messages in whose place the word is too long. */
const short = Object.entries<Context>(context).flatMap(([id, { maxLength }]) =>
  maxLength !== undefined && maxLength < word.length ? [id as MessageId] : [],
);

/**
 * Puts the word in place of each other text of the page but amounts, one at a time. Returns those with which the page gets wider,
 * and how many there are.
 */
const wideTexts = (page: Page, shortTexts: string[]) =>
  page.evaluate(
    ({ long, shortTexts }) => {
      const { documentElement: root, body } = document;
      const found: string[] = [];
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      let texts = 0;
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const before = text.nodeValue ?? '';
        if (
          !/\p{L}/u.test(before) ||
          /^[\S\u00a0]*\d[\S\u00a0]*$/.test(before) ||
          shortTexts.includes(before.trim()) ||
          !text.parentElement?.checkVisibility()
        )
          continue;
        texts += 1;
        text.nodeValue = long;
        if (root.scrollWidth > root.clientWidth)
          found.push(
            `${before.trim()}: ${root.scrollWidth} px, in .${text.parentElement.className}`,
          );
        text.nodeValue = before;
      }
      return { texts, found };
    },
    { long: word, shortTexts },
  );

for (const path of paths) {
  test(`a word of 36 letters makes ${path} no wider than 320 px`, async ({
    page,
    home,
    message,
  }) => {
    if (path === '/') await home.enter();
    else await page.goto(path);
    const { texts, found } = await wideTexts(
      page,
      short.map((id) => message(id)),
    );
    expect(texts).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
}
