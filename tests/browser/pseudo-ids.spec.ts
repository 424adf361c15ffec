/** The pseudo-locale `en-XK`, which shows the id of each message in place of its text. */
import type { Page } from '@playwright/test';
import { formatMoney } from '../../client/format-money.ts';
import { brand } from '../../client/site/config.ts';
import { idsLocale } from '../../tools/messages/pseudo-locales.ts';
import { escaped } from '../../tools/regexp.ts';
import { waitForHydration } from './support/hydration.ts';
import { english, messagesOf, named } from './support/languages.ts';
import { textOn } from './support/page-text.ts';
import { expect, test } from './support/test.ts';

test.use({
  language: named(idsLocale),
  baseURL: ({ pseudoServer }, use) => use(pseudoServer.url),
});

const ids = new Set(Object.keys(messagesOf(english.code)));
/** Amounts, which have the form of `formatMoney` in every language. */
const amount = new RegExp(`^${escaped(formatMoney(0)).replaceAll('0', String.raw`\d+`)}$`);

test('each page shows ids in place of texts and labels', async ({ page, home, language }) => {
  await home.enter();
  const shown = await wordsOn(page);
  expect(shown.filter((word) => ids.has(word)).length).toBeGreaterThan(60);
  expect(notIds(shown).filter((word) => !amount.test(word))).toEqual([]);
  expect(notIds(await labelsOn(page))).toEqual([]);

  await page.goto(`/nowhere${language.search}`);
  await waitForHydration(page);
  expect(notIds(await wordsOn(page))).toEqual([]);
  expect(notIds(await labelsOn(page))).toEqual([]);
});

function notIds(words: string[]): string[] {
  return words.filter((word) => !ids.has(word));
}

/** Returns the visible words of the page, without the logo's. */
async function wordsOn(page: Page): Promise<string[]> {
  const words = (await textOn(page)).flatMap((piece) => piece.split(' '));
  return words.filter((word) => !brand.split(' ').includes(word));
}

/** Returns the labels, alternative texts and titles of all elements, and the document's own. */
function labelsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = ['aria-label', 'aria-roledescription', 'alt', 'title', 'placeholder'];
    const labels = names.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((it) => it.getAttribute(name) ?? ''),
    );
    const description = document.querySelector('meta[name="description"]');
    return [
      document.title,
      description?.getAttribute('content') ?? '',
      // Decorative pictures have an empty alternative text.
      ...labels.filter(Boolean),
    ];
  });
}
