import { TYPE } from '@formatjs/icu-messageformat-parser';
import { compileMessage, constantsOf, formatErrorsIn } from '../build/messages.mjs';
import { withoutBreaks } from './characters.mjs';
import { isSameOnPurpose, maxLengthOf } from './context.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Tree} Tree
 */

/** Minimum length of a sequence of English words to report. */
const minWords = 4;

/**
 * Checks that no text was left in English, wholly or partly, except for intended copies.
 *
 * @type {Check}
 */
export function checkUntranslated(language, english) {
  const { messages, trees } = language;
  if (messages === english.messages) return [];
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original || id.startsWith('locale.')) return [];
    const isAllowed = isSameOnPurpose(language, id);
    const [text, englishText] = [shownText(tree), shownText(original)];
    const isCopy = messages[id] === english.messages[id] && /\p{L}/u.test(text);
    if (isCopy && !isAllowed) {
      return {
        id,
        what: `the text is still the English “${messages[id]}”`,
        fix: `translate it; if it is the same in this language, add "${id}" with the reason to "sameAsEnglish" of ${language.context.file}`,
      };
    }
    if (isAllowed && !isCopy) {
      return {
        id,
        what: `the text differs from English, but is in "sameAsEnglish" of ${language.context.file}`,
        fix: 'delete it there',
      };
    }
    const words = sharedWords(text, englishText);
    if (isAllowed || words === '') return [];
    return { id, what: `the English “${words}” was left in the text`, fix: 'translate it' };
  });
}

/**
 * Returns the first sequence of words that both texts share, or an empty string.
 *
 * @param {string} text
 * @param {string} english
 */
function sharedWords(text, english) {
  const [words, englishWords] = [wordsOf(text), wordsOf(english)];
  const known = ` ${englishWords.join(' ')} `;
  for (let first = 0; first + minWords <= words.length; first += 1) {
    const run = words.slice(first, first + minWords).join(' ');
    if (known.includes(` ${run} `)) return run;
  }
  return '';
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().match(/\p{Script=Latin}+(?:['’]\p{Script=Latin}+)*/gu) ?? [];
}

/** Full-width East Asian characters, which count as two letters. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;

/** Stands for a value that is known at run time only: the place of an offer. */
const runTimeValue = '2';

/**
 * Returns a check that each text is within the length limit of its place.
 *
 * @param {import('../build/business.ts').Constants} siteConstants
 * @returns {Check}
 */
export function checkLength(siteConstants) {
  return ({ code, messages, trees }, english) => {
    const constants = constantsOf(messages, siteConstants);
    return [...trees].flatMap(([id, tree]) => {
      if (formatErrorsIn(tree, code, constants).length > 0) return [];
      const limit = maxLengthOf(english, id);
      const letters = widthOf(shownText(compileMessage(tree, code, constants), runTimeValue));
      if (letters <= limit) return [];
      return {
        id,
        what: `the text is ${letters} letters wide; the limit is ${limit}`,
        fix: `shorten it by at least ${letters - limit}`,
      };
    });
  };
}

/** @param {string} text */
function widthOf(text) {
  // Combining marks have no width.
  return withoutBreaks(text).replace(/\p{M}/gu, '').replace(wide, '##').length;
}

/**
 * Renders a message as plain text. Of a select, takes the longest branch.
 *
 * @param {import('../build/messages.mjs').CompiledMessage} message
 * @param {string} value stands for every value
 * @returns {string}
 */
export function shownText(message, value = '') {
  if (typeof message === 'string') return message;
  return message.map((element) => shown(element, value)).join('');
}

/**
 * @param {Tree[number]} element
 * @param {string} value
 */
function shown(element, value) {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.tag:
      return shownText(element.children, value);
    case TYPE.select:
    case TYPE.plural: {
      const branches = Object.values(element.options).map((option) =>
        shownText(option.value, value),
      );
      return branches.toSorted((one, other) => other.length - one.length)[0] ?? '';
    }
    default:
      return value;
  }
}
