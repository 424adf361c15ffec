/**
 * Pseudo-locales: English transformed to reveal layout and translation problems, or replaced by the
 * message ids to show where each message stands.
 *
 * FormatJS has pseudo-locales too, but only in its CLI, a native binary that the build should not
 * depend on.
 */
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { parseMessage, type Tree } from '../messages/icu.ts';
import type { Language } from '../messages/language.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'åƀçđéƒĝĥîĵķļɱñöþʠŗşţüṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŖŞŢÜṼŴẊÝŽ';
const accents = new Map(
  [...plain].map((letter, index) => [letter, [...accented][index] ?? letter]),
);

/** Right-to-left override (RLO) and pop directional formatting (PDF), UAX 9. */
const [rlo, pdf] = ['\u202e', '\u202c'];

/** The pseudo-locale of message ids. */
export const idsLocale = 'en-XK';

const definitions: [code: string, name: string, dir: string, (tree: Tree, id: string) => Tree][] = [
  ['en-XA', 'English (accented)', 'ltr', (tree) => withLiterals(tree, accent)],
  ['en-XB', 'English (mirrored)', 'rtl', (tree) => withLiterals(tree, mirror)],
  // Its name is the id of the name.
  [idsLocale, 'locale.name', 'ltr', identify],
];

/** Returns the messages of each pseudo-locale, in the format of a file in `locales/`. */
export function pseudoLocales(
  english: Record<string, string>,
): Pick<Language, 'code' | 'messages'>[] {
  return definitions.map(([code, name, dir, transform]) => {
    const messages: Record<string, string> = {};
    for (const [id, text] of Object.entries(english)) {
      messages[id] = printAST(transform(parseMessage(text), id));
    }
    return { code, messages: { ...messages, 'locale.name': name, 'locale.dir': dir } };
  });
}

/** Transforms the literal text of a message. Variables, tags and select keys stay. */
function withLiterals(tree: Tree, transform: (text: string) => string): Tree {
  return tree.map((element) => {
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
 */
function accent(text: string) {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = accents.get(letter) ?? letter;
    return /[aeiou]/.test(letter) ? other + other : other;
  });
}

/** Displays the text from right to left, as in Arabic, except for numbers. */
function mirror(text: string) {
  return text.replace(/\p{L}(?:\D*\p{L})?/gu, (words) => `${rlo}${words}${pdf}`);
}

/**
 * Replaces the text by the message's id, once and again in each tag, which makes links and other
 * elements of rich text keep their place. Variables are dropped: React Intl ignores unused values.
 */
function identify(tree: Tree, id: string): Tree {
  const tags = tree.filter((element) => element.type === TYPE.tag);
  return [
    { type: TYPE.literal, value: id },
    ...tags.flatMap(
      (tag): Tree => [
        { type: TYPE.literal, value: ' ' },
        { ...tag, children: identify(tag.children, id) },
      ],
    ),
  ];
}
