import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadBusiness } from '../build/business.mjs';
import { readSources } from '../build/locales.mjs';
import { languageOf } from '../locales/language.mjs';

/**
 * Text, or an amount of the offer, which the picture emphasizes.
 *
 * @typedef {{ text: string, isAmount: boolean }} Part
 *
 * @typedef {object} Words the words of one Open Graph image
 * @property {string} code
 * @property {string} direction
 * @property {string} brand
 * @property {string} age
 * @property {Part[][]} headline lines
 * @property {Part[][]} offers
 * @property {string} terms
 */

/** Template of the pictures. */
export const template = 'client/assets/share.html';

/** Digests of what each picture was rendered from, by language. */
export const record = 'client/assets/share.json';

const messageIds = /** @type {const} */ ({
  direction: 'locale.dir',
  headline: 'intro.slogan.title',
  newMembers: 'advert.popup.title',
  freeBonus: 'offers.welcome.text',
  terms: 'offers.terms.short',
});

/**
 * Returns the words of each picture. A language that has not translated all of them has no picture.
 *
 * @returns {Promise<Words[]>}
 */
export async function readWords() {
  const { brand, offer } = await loadBusiness();
  const languages = (await readSources('locales')).map(languageOf);
  return languages
    .filter(({ messages }) => Object.values(messageIds).every((id) => messages[id]))
    .map(({ code, messages }) => {
      /** @param {keyof typeof messageIds} name */
      const message = (name) => messages[messageIds[name]] ?? '';
      return {
        code,
        direction: message('direction'),
        brand,
        age: `${offer.adultAge}+`,
        headline: message('headline')
          .split('\u200b')
          // A line break replaces the comma.
          .map((line) => partsOf(line.replace(/[,，]$/, ''), offer)),
        offers: [partsOf(message('newMembers'), offer), partsOf(message('freeBonus'), offer)],
        terms: message('terms').replace('{adultAge}', offer.adultAge),
      };
    });
}

/**
 * Returns the digest of what a picture is rendered from.
 *
 * @param {Words} words
 */
export async function digestOf(words) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  return hash
    .update(await readFile(template))
    .digest('hex')
    .slice(0, 16);
}

/**
 * @param {string} message
 * @param {Record<string, string>} values
 * @returns {Part[]}
 */
function partsOf(message, values) {
  return message
    .split(/\{(\w+)\}/)
    .map((piece, index) => {
      const isAmount = index % 2 === 1;
      // An article stays with its noun.
      const text = isAmount ? values[piece] : piece.trim().replace(/ (\p{L}{1,2}) /gu, ' $1\u00a0');
      if (text === undefined) throw new Error(`no value of {${piece}} in “${message}”`);
      return { text, isAmount };
    })
    .filter(({ text }) => text !== '');
}
