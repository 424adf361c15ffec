import { localeFacts } from '../build/locale-facts.mjs';
import { parseMessage } from '../build/messages.mjs';
import { readEntries } from './entries.mjs';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} Tree
 *
 * @typedef {object} Language the parsed file of a language
 * @property {string} code
 * @property {string} file
 * @property {string} script script, such as `Hans` (ISO 15924)
 * @property {import('./entries.mjs').FileError | null} fileError set if the file cannot be read
 * @property {import('./entries.mjs').Entry[]} entries all entries
 * @property {Record<string, string>} messages valid texts by id
 * @property {Map<string, Tree>} trees ASTs of the messages that parse
 *
 * @typedef {object} Finding a problem reported to localisers
 * @property {string} id id of the message, or empty for the file
 * @property {number} [line] default: the line of the message
 * @property {string} what
 * @property {string} fix
 * @property {boolean} [isWarning] whether the build may continue
 *
 * @typedef {(language: Language, english: Language) => Finding[]} Check
 */

/** The fallback of every other language. */
export const defaultLanguage = 'en';

/** Required languages, in menu order. Others follow, sorted by code. */
export const requiredLanguages = [defaultLanguage, 'zh', 'ms'];

/** Maximum length of a text in UTF-16 code units: ten times the longest that fits anywhere. */
export const maxTextLength = 2000;

/**
 * @param {import('../build/locales.mjs').Source} source
 * @returns {Language}
 */
export function languageOf({ code, file, text }) {
  const read = readEntries(text);
  const [fileError, entries] = Array.isArray(read) ? [null, read] : [read, []];
  /** @type {Record<string, string>} with no prototype, as ids are untrusted */
  const messages = Object.create(null);
  for (const { id, value } of entries) if (isText(value)) messages[id] = value;
  /** @type {Map<string, Tree>} */
  const trees = new Map();
  for (const [id, message] of Object.entries(messages)) {
    try {
      trees.set(id, parseMessage(message));
    } catch {
      // Reported by `checkSyntax`.
    }
  }
  return { code, file, script: scriptOf(code), fileError, entries, messages, trees };
}

/**
 * Whether a value is a non-empty text within the length limit.
 *
 * @param {unknown} value
 * @returns {value is string}
 */
export function isText(value) {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength;
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
 * Returns the line of a message, or the one where a missing message belongs.
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
