import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Locale, readLocales } from '../build/locales.ts';
import { loadSiteConfig } from '../build/site-config.ts';
import { escaped } from '../regexp.ts';

/** Text, or an amount of the offer, which the picture emphasizes. */
export interface Part {
  text: string;
  isAmount: boolean;
}

/** The words of one Open Graph image. */
export interface Words {
  code: string;
  direction: string;
  brand: string;
  /** Empty, like the texts below, on a site that has none. */
  age: string;
  /** By line. */
  headline: Part[][];
  offers: Part[][];
  terms: string;
}

/** What a site says of itself there. */
interface SiteWords {
  brand: string;
  money: string;
  offer: { readonly adultAge?: number; readonly [term: string]: unknown };
  shareWords: { headline: string; offers: readonly string[]; terms: string };
}

/** Template of the pictures. */
export const template = 'client/site/share.html';

/** Digests of what each picture was rendered from, by language. */
export const record = 'tools/share/digests.json';

/** Returns the words of each picture. A language that has not translated all of them has no picture. */
export async function readWords(): Promise<Words[]> {
  const config = await loadSiteConfig();
  const locales = await readLocales('locales', config);
  const { headline, offers, terms } = config.shareWords;
  return locales
    .filter(({ missing }) => ![headline, ...offers, terms].some((id) => missing.includes(id)))
    .map((locale) => wordsOf(locale, config));
}

/** Returns the words of a picture: what the site has of them. */
export function wordsOf(
  { code, dir, table }: Pick<Locale, 'code' | 'dir' | 'table'>,
  { brand, money, offer, shareWords }: SiteWords,
): Words {
  const message = (id: string) => {
    const text = table[id] ?? '';
    if (typeof text !== 'string') throw new Error(`${id} is no plain text`);
    return text;
  };
  const lines = (texts: string[]) => texts.filter(Boolean).map((text) => partsOf(text, money));
  return {
    code,
    direction: dir,
    brand,
    age: offer.adultAge === undefined ? '' : `${offer.adultAge}+`,
    // A line break replaces the comma, but for that of a number.
    headline: lines(message(shareWords.headline).split(/,(?!\d)\s*|[，،]\s*/)),
    offers: lines(shareWords.offers.map(message)),
    terms: message(shareWords.terms),
  };
}

/** Returns the digest of what a picture is rendered from. */
export async function digestOf(words: Words) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  const html = await readFile(template, 'utf8');
  hash.update(html);
  for (const [, file = ''] of html.matchAll(/(?:href|src)="([^"#]+)/g))
    hash.update(await readFile(join(dirname(template), file)));
  return hash.digest('hex').slice(0, 16);
}

/** Splits a message at its amounts: of money, or a number, in any script. */
function partsOf(message: string, money: string): Part[] {
  const [before = '', after = ''] = money.split('{amount}').map(escaped);
  const amount = new RegExp(`((?:${before})?\\p{Nd}+(?:[.,٫٬\u202f]\\p{Nd}+)*(?:${after})?)`, 'u');
  return message
    .split(amount)
    .map((piece, index) => {
      const isAmount = index % 2 === 1;
      // An article stays with its noun.
      const text = isAmount ? piece : piece.trim().replace(/ (\p{L}{1,2}) /gu, ' $1\u00a0');
      return { text, isAmount };
    })
    .filter(({ text }) => text !== '');
}
