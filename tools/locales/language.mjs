import { localeFacts } from '../build/locale-facts.mjs';
import { parseMessage } from '../build/messages.mjs';
import { contextFile, contextOf } from './context.mjs';
import { readEntries } from './message-file.mjs';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} Tree
 * @typedef {import('./message-file.mjs').Entry} Entry
 * @typedef {import('./message-file.mjs').FileError} FileError
 * @typedef {import('./message-file.mjs').Place} Place
 * @typedef {import('./context.mjs').Context} Context
 *
 * @typedef {object} Language the parsed file of a language
 * @property {string} code
 * @property {string} file
 * @property {string} script script, such as `Hans` (ISO 15924)
 * @property {FileError | null} fileError set if the file cannot be read
 * @property {Entry[]} entries all entries
 * @property {Record<string, string>} messages valid texts by id
 * @property {Map<string, Tree>} trees ASTs of the messages that parse
 * @property {Context} context
 *
 * @typedef {object} Finding a problem reported to localisers
 * @property {string} id id of the message, or empty for the file
 * @property {string} [file] default: the file of the language
 * @property {Place} [place] default: the place of the message
 * @property {string} what
 * @property {string} fix
 * @property {string[]} [details] lines that explain it
 * @property {'build' | 'check' | 'release' | 'nothing'} [blocks] the first step that fails, by
 *   default the build
 *
 * @typedef {(language: Language, english: Language) => Finding[]} Check
 */

/** The fallback of every other language. */
export const defaultLanguage = 'en';

/** The first languages of the menu, of those that the site has. Others follow, sorted by code. */
export const firstLanguages = [defaultLanguage, 'zh', 'ms'];

/** The id whose text `true` makes a language a draft, which `?lang=` alone selects. */
export const draftId = 'locale.draft';

/** @param {Record<string, string>} messages */
export function isDraft(messages) {
  return messages[draftId] === 'true';
}

/** Maximum length of a text in UTF-16 code units: ten times the longest that fits anywhere. */
export const maxTextLength = 2000;

/**
 * @param {import('../build/locales.mjs').Source} source
 * @returns {Language}
 */
export function languageOf({ code, file, text, context }) {
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
  return {
    code,
    file,
    script: scriptOf(code),
    fileError,
    entries,
    messages,
    trees,
    context: contextOf(contextFile(file), context),
  };
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

/** Right-to-left scripts in use today (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/**
 * Returns the text direction of a script, as a value of the `dir` attribute.
 *
 * @param {string} script
 */
export function directionOf(script) {
  return rightToLeft.has(script) ? 'rtl' : 'ltr';
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
 * Returns the place of a message, or the one where a missing message belongs.
 *
 * @param {Language} language
 * @param {string} id
 * @returns {Place}
 */
export function placeOfMessage({ entries }, id) {
  const start = { line: 1, column: 1 };
  if (id === '') return start;
  const own = entries.find((entry) => entry.id === id);
  const next = entries.find((entry) => entry.id > id);
  const { line, column } = own ?? next?.key ?? entries.at(-1)?.key ?? start;
  return { line, column };
}
