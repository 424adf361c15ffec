import { withoutBreaks } from './characters.mjs';
import { readEntries } from './message-file.mjs';
import { shownText } from './translation.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 *
 * @typedef {object} Term what a term is called in each language
 * @property {string} term
 * @property {string} description
 * @property {Record<string, string[]>} words by language
 */

/**
 * Returns a check that translations use the words of the glossary.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Check}
 */
export function checkGlossary(file, text) {
  const read = readEntries(text);
  const entries = Array.isArray(read) ? read : [];
  const terms = entries.flatMap(({ id, value }) => (isTerm(value) ? [{ ...value, term: id }] : []));
  return (language, english) => {
    if (language.code !== english.code) {
      return terms.flatMap((term) => termFindings(term, language, english));
    }
    if (!Array.isArray(read)) {
      const { line, column, what, fix } = read;
      return [{ id: '', file, place: { line, column }, what, fix, blocks: 'check' }];
    }
    return entries
      .filter(({ value }) => !isTerm(value))
      .map(({ id, key }) => ({
        id,
        file,
        place: key,
        what: 'the term lacks a "description", or "words" with a list for each language',
        fix: 'write it like the other terms',
        blocks: 'check',
      }));
  };
}

/**
 * @param {any} value
 * @returns {value is Omit<Term, 'term'>}
 */
function isTerm(value) {
  const lists = Object.values(value?.words ?? {});
  return (
    typeof value?.description === 'string' &&
    lists.length > 0 &&
    lists.flat().every((word) => typeof word === 'string' && word !== '') &&
    lists.every(Array.isArray)
  );
}

/**
 * Returns the messages whose English has a term, but whose translation has none of its words.
 *
 * @param {Term} term
 * @param {import('./language.mjs').Language} language
 * @param {import('./language.mjs').Language} english
 * @returns {import('./language.mjs').Finding[]}
 */
function termFindings({ term, description, words }, { code, trees }, english) {
  const own = words[code];
  const original = words[english.code];
  if (!own || !original) return [];
  return [...trees]
    .filter(([id, tree]) => {
      const text = withoutBreaks(shownText(tree)).toLowerCase();
      const isUsed = own.some((word) => text.includes(word.toLowerCase()));
      const englishWords = wordsOf(shownText(english.trees.get(id) ?? []));
      return !isUsed && original.some((word) => englishWords.includes(wordsOf(word)));
    })
    .map(([id]) => ({
      id,
      what: `the English has “${term}”, which is ${own.map((word) => `“${word}”`).join(' or ')} in this language`,
      fix: 'use that word, unless the text is better without it',
      details: [`${term}: ${description}`],
      blocks: 'nothing',
    }));
}

/**
 * Returns the words of a text in lower case, with a space before and after each.
 *
 * @param {string} text
 */
function wordsOf(text) {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
