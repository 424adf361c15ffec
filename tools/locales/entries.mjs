import { parseExpressionAt } from 'acorn';
import { transformSync } from 'esbuild';

/**
 * @typedef {{ id: string, value: unknown, line: number }} Entry an id with its value and line
 * @typedef {{ line: number, what: string, fix: string }} FileError a file that cannot be read
 */

/**
 * Parses a message file into entries, in order and with line numbers. `JSON.parse` drops both
 * duplicate keys and line numbers.
 *
 * @param {string} text file contents, with invalid UTF-8 decoded to U+FFFD
 * @returns {Entry[] | FileError}
 */
export function readEntries(text) {
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
