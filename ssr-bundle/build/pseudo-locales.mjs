/**
 * Languages that nobody speaks: English in disguise, so that anybody can see
 * what a translation would do to the page.
 *
 * FormatJS has such languages too, but only inside of its command, a native
 * program that a build for servers should not need.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'åƀçđéƒĝĥîĵķļɱñöþʠŗşţüṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŖŞŢÜṼŴẊÝŽ';
const accents = new Map(
  [...plain].map((letter, place) => [letter, [...accented][place] ?? letter]),
);

/** Reads on from right to left, whatever letters follow; and the end of that (UAX 9). */
const [rightToLeft, endOfThat] = ['\u202e', '\u202c'];

/** Each pseudo-locale with what it does to a piece of text. */
const disguises = [
  {
    code: 'en-XA',
    name: 'English (accented)',
    dir: 'ltr',
    disguise: accent,
  },
  {
    code: 'en-XB',
    name: 'English (mirrored)',
    dir: 'rtl',
    disguise: mirror,
  },
];

/**
 * The messages of each pseudo-locale, as a file in `locales/` would hold them.
 *
 * @param {Record<string, string>} english
 */
export function pseudoLocales(english) {
  return disguises.map(({ code, name, dir, disguise }) => {
    const messages = Object.entries(english).map(([id, text]) => [
      id,
      printAST(disguised(parse(text), disguise)),
    ]);
    return {
      code,
      messages: { ...Object.fromEntries(messages), 'locale.name': name, 'locale.dir': dir },
    };
  });
}

/**
 * The same message, with every piece of its text in disguise: variables, tags
 * and the keys of choices stay.
 *
 * @param {Element[]} elements
 * @param {(text: string) => string} disguise
 * @returns {Element[]}
 */
function disguised(elements, disguise) {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: disguise(element.value) };
    if (element.type === TYPE.tag) {
      return { ...element, children: disguised(element.children, disguise) };
    }
    if (element.type === TYPE.select) {
      const options = Object.entries(element.options).map(([key, option]) => [
        key,
        { ...option, value: disguised(option.value, disguise) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element;
  });
}

/**
 * Letters with accents, vowels twice: longer by about a third, as German or
 * Tamil would be. Text that is still plain comes from no file in `locales/`.
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
 * The same words from right to left, as Arabic would read; its numbers do not.
 *
 * @param {string} text
 */
function mirror(text) {
  return text.replace(/\p{L}(?:\D*\p{L})?/gu, (words) => `${rightToLeft}${words}${endOfThat}`);
}
