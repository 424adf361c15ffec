import { directionOf, isChinese } from './language.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Finding} Finding
 */

/**
 * Characters not allowed in messages, because they are invalid in HTML (HTML Standard, 13.2.3.5) or
 * make the text display differently from its source. `checkSpacing` checks tabs and line breaks.
 */
const rejected = [
  { pattern: /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u, what: 'a control character' },
  { pattern: /\p{Cs}/u, what: 'a lone surrogate (half of a character)' },
  {
    pattern: /\p{Noncharacter_Code_Point}|\ufffd/u,
    what: 'a noncharacter or replacement character',
  },
  // Embeddings and overrides (UAX 9, 2.1 and 2.2) can spoof text. Right-to-left texts use isolates
  // instead.
  { pattern: /[\u202a-\u202e]/u, what: 'a bidirectional override' },
];

/** LRI, RLI and FSI, which open an isolate, and PDI, which closes the last one (UAX 9, 2.4). */
const isolates = /[\u2066-\u2069]/gu;
const popIsolate = '\u2069';

/**
 * Checks that messages contain no disallowed characters and no unpaired isolates.
 *
 * @type {Check}
 */
export function checkCharacters({ messages, script }) {
  return Object.entries(messages).flatMap(([id, message]) => {
    const found = rejected.flatMap(({ pattern, what }) => {
      const [character] = pattern.exec(message) ?? [];
      if (character === undefined) return [];
      return { id, what: `${what} (${nameOf(character)})`, fix: 'retype the words around it' };
    });
    return [...found, ...isolateFindings(id, message, script)];
  });
}

/**
 * Checks that isolates are closed within the message, and used in right-to-left languages only.
 *
 * @param {string} id
 * @param {string} message
 * @param {string} script
 * @returns {Finding[]}
 */
function isolateFindings(id, message, script) {
  const marks = message.match(isolates) ?? [];
  const [first] = marks;
  if (first === undefined) return [];
  const mark = nameOf(first);
  if (directionOf(script) === 'ltr') {
    const what = `a bidirectional isolate (${mark}) in a left-to-right language`;
    return [{ id, what, fix: 'delete it and its closing U+2069' }];
  }
  let open = 0;
  const isPaired = marks.every((character) => {
    open += character === popIsolate ? -1 : 1;
    return open >= 0;
  });
  if (isPaired && open === 0) return [];
  const what = `an unpaired bidirectional isolate (${mark})`;
  return [{ id, what, fix: 'add U+2069 after the isolated words' }];
}

/**
 * Returns the number of a character, such as U+0430.
 *
 * @param {string} character
 */
export function nameOf(character) {
  const number = character.codePointAt(0) ?? 0;
  return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Spacing errors, which are hard to see in an editor.
 *
 * @type {{ pattern: RegExp, what: string, fix: string }[]}
 */
const errors = [
  { pattern: /^\s/u, what: 'leading whitespace', fix: 'delete it' },
  { pattern: /\s$/u, what: 'trailing whitespace', fix: 'delete it' },
  { pattern: /\S\s{2,}\S/u, what: 'repeated spaces', fix: 'keep one of them' },
  { pattern: /\S[\t\n\r]\S/u, what: 'a tab or line break', fix: 'replace it with a space' },
  {
    pattern: /[\ufeff\u00ad]/u,
    what: 'an invisible character',
    fix: 'retype the words around it',
  },
  {
    pattern: /[\p{L}\d}>] [,.;!?](?:\s|$)/u,
    what: 'a space before a punctuation mark',
    fix: 'delete it',
  },
];

/** Line break opportunities, allowed in languages without spaces only (`build/phrases.mjs`). */
const boundary = {
  pattern: /\u200b/u,
  what: 'an invisible character (U+200B)',
  fix: 'delete it, or replace it with a space',
};

/**
 * Checks the spacing of messages.
 *
 * @type {Check}
 */
export function checkSpacing({ messages, script }) {
  const own = isChinese(script) ? errors : [...errors, boundary];
  return Object.entries(messages).flatMap(([id, message]) =>
    own
      .filter(({ pattern }) => pattern.test(message))
      .map(({ what, fix }) => ({ id, what: `${what}: “${message}”`, fix })),
  );
}

/**
 * Removes the characters that only control line breaks: U+200B and U+2060.
 *
 * @param {string} text
 */
export function withoutBreaks(text) {
  return text.replace(/[\u200b\u2060]/g, '');
}
