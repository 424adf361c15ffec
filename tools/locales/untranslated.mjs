import { shownText } from './shown-text.mjs';
import { untranslatedAllowlist } from './untranslated-allowlist.mjs';

/** Minimum length of a sequence of English words to report. */
const minWords = 4;

/**
 * Checks that no text was left in English, wholly or partly, except for those in
 * `untranslated-allowlist.mjs`.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkUntranslated({ code, messages, trees }, english) {
  if (messages === english.messages) return [];
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original || id.startsWith('locale.')) return [];
    const isAllowed = untranslatedAllowlist[code]?.[id] !== undefined;
    const [text, englishText] = [shownText(tree), shownText(original)];
    const isCopy = messages[id] === english.messages[id] && /\p{L}/u.test(text);
    if (isCopy && !isAllowed) {
      return {
        id,
        what: `the text is still the English “${messages[id]}”`,
        fix: `translate it; if it is the same in this language, add it to untranslated-allowlist.mjs with the reason`,
      };
    }
    if (isAllowed && !isCopy) {
      return {
        id,
        what: 'the text is translated, but listed in untranslated-allowlist.mjs',
        fix: `delete "${id}" from "${code}" there`,
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
