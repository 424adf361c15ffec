import { parseExpressionAt } from 'acorn';
import { transformSync } from 'esbuild';
import { localeFacts } from '../build/locale-facts.mjs';
import { parseMessage } from '../build/messages.mjs';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} Tree
 * @typedef {{ id: string, value: unknown, line: number }} Entry an id with its value and line
 * @typedef {{ line: number, what: string, fix: string }} FileError a file that cannot be read
 *
 * @typedef {object} Language the parsed file of a language
 * @property {string} code
 * @property {string} file
 * @property {string} script script, such as `Hans` (ISO 15924)
 * @property {FileError | null} fileError set if the file cannot be read
 * @property {Entry[]} entries all entries
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

/**
 * Parses a message file into entries, in order and with line numbers. `JSON.parse` drops both
 * duplicate keys and line numbers.
 *
 * @param {string} text file contents, with invalid UTF-8 decoded to U+FFFD
 * @returns {Entry[] | FileError}
 */
function readEntries(text) {
  const invalid = text.indexOf('\ufffd');
  if (invalid !== -1) {
    return {
      line: lineAt(text, invalid),
      what: 'the file is not valid UTF-8: this line has an invalid byte, or the replacement character (U+FFFD)',
      fix: 'retype the word and save the file as UTF-8',
    };
  }
  if (text.startsWith('\ufeff')) {
    const what = 'the file is not valid JSON: it begins with a byte order mark (U+FEFF)';
    return { line: 1, what, fix: 'save it as UTF-8 without byte order mark' };
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return syntaxError(text, error);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const fix = 'make it a JSON object with a line "id": "text" for each message';
    return { line: 1, what: 'the file contains no messages', fix };
  }
  try {
    return entriesOf(text);
  } catch (error) {
    // Valid JSON that a JavaScript parser rejects: `__proto__` twice, or a thousand nested arrays.
    const { message, loc } = /** @type {SyntaxError & { loc?: { line: number } }} */ (error);
    const what = `the file contains more than messages: ${message}`;
    return { line: loc?.line ?? 1, what, fix: 'keep only lines "id": "text"' };
  }
}

/**
 * Parses JSON as JavaScript, of which it is a subset, for the source locations.
 *
 * @param {string} text a JSON object
 * @returns {Entry[]}
 */
function entriesOf(text) {
  const options = /** @type {const} */ ({ ecmaVersion: 'latest', locations: true });
  const { properties } = /** @type {import('acorn').ObjectExpression} */ (
    parseExpressionAt(text, 0, options)
  );
  return /** @type {import('acorn').Property[]} */ (properties).map(({ key, value, loc }) => ({
    id: JSON.parse(text.slice(key.start, key.end)),
    value: JSON.parse(text.slice(value.start, value.end)),
    line: loc?.start.line ?? 1,
  }));
}

/**
 * @param {string} text
 * @param {unknown} error of `JSON.parse`, which often lacks a location
 * @returns {FileError}
 */
function syntaxError(text, error) {
  let line = 1;
  let reason = String(error);
  try {
    transformSync(text, { loader: 'json', logLevel: 'silent' });
  } catch (failure) {
    const [first] = /** @type {import('esbuild').TransformFailure} */ (failure).errors ?? [];
    line = first?.location?.line ?? line;
    reason = first?.text ?? reason;
  }
  return {
    line,
    what: `the file is not valid JSON: ${reason}`,
    fix: 'check for an extra or missing comma or quotation mark',
  };
}

/**
 * @param {string} text
 * @param {number} offset
 */
function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length;
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
