import { intendedCopies } from './intended-copies.mjs';
import { shownText } from './shown-text.mjs';

/** So many English words in a row are no coincidence. */
const telltale = 4;

/**
 * Whether a text was left in English, as a whole or in part, save for the
 * copies in `intended-copies.mjs`, each with its reason.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkCopies({ code, messages, trees }, english) {
  if (messages === english.messages) return [];
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original || id.startsWith('locale.')) return [];
    const isMeant = intendedCopies[code]?.[id] !== undefined;
    const [text, englishText] = [shownText(tree), shownText(original)];
    const isCopy = messages[id] === english.messages[id] && /\p{L}/u.test(text);
    if (isCopy && !isMeant) {
      return {
        id,
        what: `the text is still the English “${messages[id]}”`,
        mend: `translate it; if the language says it so, list it in intended-copies.mjs with the reason`,
      };
    }
    if (isMeant && !isCopy) {
      return {
        id,
        what: 'intended-copies.mjs lists it as English on purpose, but it is not',
        mend: `delete "${id}" from "${code}" there`,
      };
    }
    const words = sharedWords(text, englishText);
    if (isMeant || words === '') return [];
    return { id, what: `the English “${words}” was left in the text`, mend: 'translate it' };
  });
}

/**
 * The first words in a row that both texts have; nothing if they are few.
 *
 * @param {string} text
 * @param {string} english
 */
function sharedWords(text, english) {
  const [words, englishWords] = [wordsOf(text), wordsOf(english)];
  const known = ` ${englishWords.join(' ')} `;
  for (let first = 0; first + telltale <= words.length; first += 1) {
    const run = words.slice(first, first + telltale).join(' ');
    if (known.includes(` ${run} `)) return run;
  }
  return '';
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().match(/\p{Script=Latin}+(?:['’]\p{Script=Latin}+)*/gu) ?? [];
}
