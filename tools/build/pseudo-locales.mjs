/**
 * Pseudo-locales: English transformed to reveal layout and translation problems, or replaced by the
 * message ids to show where each message stands.
 *
 * FormatJS has pseudo-locales too, but only in its CLI, a native binary that the build should not
 * depend on.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'åƀçđéƒĝĥîĵķļɱñöþʠŗşţüṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŖŞŢÜṼŴẊÝŽ';
const accents = new Map(
  [...plain].map((letter, index) => [letter, [...accented][index] ?? letter]),
);

/** Right-to-left override (RLO) and pop directional formatting (PDF), UAX 9. */
const [rlo, pdf] = ['\u202e', '\u202c'];

/** The pseudo-locale of message ids. */
export const idsLocale = 'en-XK';

/**
 * @typedef {object} Definition
 * @property {string} code
 * @property {string} name
 * @property {string} dir
 * @property {(elements: Element[], id: string) => Element[]} transform
 */

/** @type {Definition[]} */
const definitions = [
  {
    code: 'en-XA',
    name: 'English (accented)',
    dir: 'ltr',
    transform: (elements) => withLiterals(elements, accent),
  },
  {
    code: 'en-XB',
    name: 'English (mirrored)',
    dir: 'rtl',
    transform: (elements) => withLiterals(elements, mirror),
  },
  {
    code: idsLocale,
    // The id of the name itself.
    name: 'locale.name',
    dir: 'ltr',
    transform: identify,
  },
];

/**
 * Returns the messages of each pseudo-locale, in the format of a file in `locales/`.
 *
 * @param {Record<string, string>} english
 */
export function pseudoLocales(english) {
  return definitions.map(({ code, name, dir, transform }) => {
    const messages = Object.entries(english).map(([id, text]) => [
      id,
      printAST(transform(parse(text), id)),
    ]);
    return {
      code,
      messages: { ...Object.fromEntries(messages), 'locale.name': name, 'locale.dir': dir },
    };
  });
}

/**
 * Transforms the literal text of a message. Variables, tags and select keys stay.
 *
 * @param {Element[]} elements
 * @param {(text: string) => string} transform
 * @returns {Element[]}
 */
function withLiterals(elements, transform) {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: transform(element.value) };
    if (element.type === TYPE.tag) {
      return { ...element, children: withLiterals(element.children, transform) };
    }
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const options = Object.entries(element.options).map(([key, option]) => [
        key,
        { ...option, value: withLiterals(option.value, transform) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element;
  });
}

/**
 * Accents letters and doubles vowels, which makes text longer by about a third, as in German or
 * Tamil. Text without accents on a page does not come from `locales/`.
 *
 * @param {string} text
 */
function accent(text) {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = accents.get(letter) ?? letter;
    return /[aeiou]/.test(letter) ? other + other : other;
  });
}

/**
 * Displays the text from right to left, as in Arabic, except for numbers.
 *
 * @param {string} text
 */
function mirror(text) {
  return text.replace(/\p{L}(?:\D*\p{L})?/gu, (words) => `${rlo}${words}${pdf}`);
}

/**
 * Replaces the text by the message's id, once and again in each tag, which makes links and other
 * elements of rich text keep their place. Variables are dropped: React Intl ignores unused values.
 *
 * @param {Element[]} elements
 * @param {string} id
 * @returns {Element[]}
 */
function identify(elements, id) {
  const tags = elements.filter((element) => element.type === TYPE.tag);
  return [
    { type: TYPE.literal, value: id },
    ...tags.flatMap((tag) => [
      /** @type {Element} */ ({ type: TYPE.literal, value: ' ' }),
      { ...tag, children: identify(tag.children, id) },
    ]),
  ];
}
