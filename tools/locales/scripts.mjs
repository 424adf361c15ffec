import { nameOf } from './characters.mjs';
import { isChinese } from './language.mjs';
import { languageName, scriptName } from './names.mjs';

/** @typedef {import('./language.mjs').Check} Check */

/**
 * Returns the letters of a script as a part of a character class. Unicode has no property for scripts
 * such as `Jpan`, which combine others of East Asia.
 *
 * @param {string} script ISO 15924
 */
function lettersOf(script) {
  if (isChinese(script)) return '\\p{scx=Hani}';
  try {
    new RegExp(`\\p{scx=${script}}`, 'u');
    return `\\p{scx=${script}}`;
  } catch {
    return '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}';
  }
}

/** What may be in any text: punctuation, and Latin letters of names such as the brand's. */
const shared = '\\p{scx=Zyyy}\\p{scx=Zinh}\\p{scx=Latn}';

/** Markup, whose Latin letters are not shown. */
const markup = /<\/?\w+>|\{[^{}]*\}/gu;

/**
 * Checks that texts are in the script of their language.
 *
 * @type {Check}
 */
export function checkScript({ code, script, messages, trees }, english) {
  if (script === '') return [];
  const own = lettersOf(script);
  const foreign = new RegExp(`(?=\\p{L})[^${shared}${own}]`, 'gu');
  const isOwn = new RegExp(`(?=\\p{L})[${own}]`, 'u');
  const expected = `${languageName(code)} is written in ${scriptName(script)} script`;
  return Object.entries(messages).flatMap(([id, message]) => {
    const wrong = [...new Set(message.match(foreign))];
    if (wrong.length > 0) {
      const names = wrong.slice(0, 5).map((letter) => `${letter} (${nameOf(letter)})`);
      const what = `wrong script: ${names.join(', ')}; ${expected}`;
      const fix =
        'retype the word; letters of other scripts can look the same, or be of another file';
      return { id, what, fix };
    }
    const shown = message.replace(markup, ' ');
    // Other checks report copies of English, and messages that do not parse.
    const isElsewhere = message === english.messages[id] || !trees.has(id);
    const isName = id.startsWith('locale.') || !/[a-z]{3}/.test(shown);
    if (isElsewhere || isName || isOwn.test(shown)) return [];
    const what = `“${message}” is in Latin script; ${expected}`;
    return { id, what, fix: 'translate it; it may belong to another file' };
  });
}
