import { directionOf } from './name.mjs';

/**
 * Characters that no message may have: a page with them is no valid HTML (HTML Standard, 13.2.3.5)
 * or reads otherwise than its source. Tabs and line breaks are left to `spacing.mjs`.
 */
const rejected = [
  { pattern: /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u, what: 'a control character' },
  { pattern: /\p{Cs}/u, what: 'half of a character (a lone surrogate)' },
  { pattern: /\p{Noncharacter_Code_Point}|\ufffd/u, what: 'what stands for no character' },
  // Embeddings and overrides (UAX 9, 2.1 and 2.2), by which a text can look like another one.
  // Right-to-left texts have isolates for what they need.
  { pattern: /[\u202a-\u202e]/u, what: 'an override of the direction' },
];

/** LRI, RLI and FSI, which begin an isolate, and PDI, which ends the last one (UAX 9, 2.4). */
const isolates = /[\u2066-\u2069]/gu;
const endOfIsolate = '\u2069';

/**
 * Whether each message is made of characters that can be shown, in the order in which they stand.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkCharacters({ messages, script }) {
  return Object.entries(messages).flatMap(([id, message]) => {
    const found = rejected.flatMap(({ pattern, what }) => {
      const [character] = pattern.exec(message) ?? [];
      if (character === undefined) return [];
      return { id, what: `${what} (${nameOf(character)})`, mend: 'type the words around it anew' };
    });
    return [...found, ...isolateFindings(id, message, script)];
  });
}

/**
 * Right-to-left languages set names and numbers in other scripts apart with isolates; each must end
 * within its message. A left-to-right language needs none.
 *
 * @param {string} id
 * @param {string} message
 * @param {string} script
 * @returns {import('./language.mjs').Finding[]}
 */
function isolateFindings(id, message, script) {
  const marks = message.match(isolates) ?? [];
  const [first] = marks;
  if (first === undefined) return [];
  const mark = nameOf(first);
  if (directionOf(script) === 'ltr') {
    const what = `an isolate (${mark}) in a language that runs from left to right`;
    return [{ id, what, mend: 'delete it and its end (U+2069)' }];
  }
  let open = 0;
  const isPaired = marks.every((character) => {
    open += character === endOfIsolate ? -1 : 1;
    return open >= 0;
  });
  if (isPaired && open === 0) return [];
  const what = `an isolate (${mark}) that does not end, or an end without one`;
  return [{ id, what, mend: 'put U+2069 behind the words that are set apart' }];
}

/** @param {string} character */
function nameOf(character) {
  const number = character.codePointAt(0) ?? 0;
  return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}
