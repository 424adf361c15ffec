import { localeFacts } from '../locale-facts.mjs';
import { parseMessage } from '../messages.mjs';
import { readEntries } from './entries.mjs';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} Tree
 *
 * @typedef {object} Language a language's file, as the checks see it
 * @property {string} code
 * @property {string} file
 * @property {string} script the script of the language, such as `Hans` (ISO 15924)
 * @property {import('./entries.mjs').FileError | null} fileError why the file cannot be read, if so
 * @property {import('./entries.mjs').Entry[]} entries everything that stands in it
 * @property {Record<string, string>} messages texts by id; what is none is left out
 * @property {Map<string, Tree>} trees messages whose syntax is right
 *
 * @typedef {object} Finding something to mend, told to a localiser
 * @property {string} id the message; empty: the file as a whole
 * @property {number} [line] where it is not the line of the message
 * @property {string} what
 * @property {string} mend
 * @property {boolean} [isHarmless] whether pages can be shown all the same; told by the checks
 *   that every build makes
 *
 * @typedef {(language: Language, english: Language) => Finding[]} Check
 */

/** The language every other one falls back to. */
export const defaultLanguage = 'en';

/** Languages that the site must speak, in the order of the menu; any others follow by their code. */
export const requiredLanguages = [defaultLanguage, 'zh', 'ms'];

/** Characters of the longest text, UTF-16: ten times what any place of the page has room for. */
export const longestText = 2000;

/**
 * @param {import('../locales.mjs').Source} source
 * @returns {Language}
 */
export function languageOf({ code, file, text }) {
  const read = readEntries(text);
  const [fileError, entries] = Array.isArray(read) ? [null, read] : [read, []];
  /** @type {Record<string, string>} without what objects have by themselves, such as `constructor` */
  const messages = Object.create(null);
  for (const { id, value } of entries) if (isText(value)) messages[id] = value;
  /** @type {Map<string, Tree>} */
  const trees = new Map();
  for (const [id, message] of Object.entries(messages)) {
    try {
      trees.set(id, parseMessage(message));
    } catch {
      // The check of the syntax says why.
    }
  }
  return { code, file, script: scriptOf(code), fileError, entries, messages, trees };
}

/**
 * Whether a value can be shown as a message.
 *
 * @param {unknown} value
 * @returns {value is string}
 */
export function isText(value) {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestText;
}

/** @param {string} script */
export function isChinese(script) {
  return script === 'Hans' || script === 'Hant';
}

/** @param {string} code */
function scriptOf(code) {
  try {
    return localeFacts(code).script;
  } catch {
    return '';
  }
}

/**
 * The line of a message, or the one where a missing message belongs.
 *
 * @param {Language} language
 * @param {string} id
 */
export function lineOf({ entries }, id) {
  if (id === '') return 1;
  const own = entries.find((entry) => entry.id === id);
  const next = entries.find((entry) => entry.id > id);
  return (own ?? next ?? entries.at(-1))?.line ?? 1;
}
