import type { Page } from '@playwright/test';

/** The ways in which browsers replace text nodes with a translation. */
export const translations = {
  /** Chrome, Edge: two <font> elements around the text. */
  'in new elements': (text: Text, words: string) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = words;
    outer.append(inner);
    text.replaceWith(outer);
  },
  /** Firefox: new text nodes. */
  'in new text nodes': (text: Text, words: string) => text.replaceWith(words),
  /** Safari: the same text nodes. */
  'in place': (text: Text, words: string) => {
    text.data = words;
  },
};

export type Translation = keyof typeof translations;

/** Simulates a translation to German. Returns the number of translated text nodes. */
export function translate(page: Page, way: Translation): Promise<number> {
  return page.evaluate(
    `(${translateAll.toString()})(${translations[way].toString()})`,
  ) as Promise<number>;
}

function translateAll(put: (text: Text, words: string) => void): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const translatable = texts.filter(
    ({ data, parentElement }) =>
      /\p{L}/u.test(data) && !parentElement?.closest('script, [translate="no"], body [lang]'),
  );
  for (const text of translatable) put(text, `${text.data} auf Deutsch`);
  document.documentElement.lang = 'de';
  return translatable.length;
}
