import { parseExpressionAt } from 'acorn';
import { transformSync } from 'esbuild';

/**
 * @typedef {{ id: string, value: unknown, line: number }} Entry an id of a file, and what stands behind it
 * @typedef {{ line: number, what: string, mend: string }} FileError why a file cannot be read
 */

/**
 * Reads the entries of a file of messages, in order and with their lines. `JSON.parse` alone keeps
 * the last of two equal ids and no lines.
 *
 * @param {string} text the file, in which what is not UTF-8 was decoded to U+FFFD
 * @returns {Entry[] | FileError}
 */
export function readEntries(text) {
  const damage = text.indexOf('\ufffd');
  if (damage !== -1) {
    return {
      line: lineAt(text, damage),
      what: 'the file is not valid UTF-8: this line has an invalid byte, or the replacement character (U+FFFD)',
      mend: 'type the word anew and save the file as UTF-8',
    };
  }
  if (text.startsWith('\ufeff')) {
    const what = 'the file is not valid JSON: it begins with a byte order mark (U+FEFF)';
    return { line: 1, what, mend: 'save it as UTF-8 without one' };
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return syntaxError(text, error);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const mend = 'begin it with { and write a line "id": "text" for each message';
    return { line: 1, what: 'the file holds no messages', mend };
  }
  try {
    return entriesOf(text);
  } catch (error) {
    // Valid JSON that no JavaScript parser takes: `__proto__` twice, or a thousand nested lists.
    const { message, loc } = /** @type {SyntaxError & { loc?: { line: number } }} */ (error);
    const what = `the file holds more than messages: ${message}`;
    return { line: loc?.line ?? 1, what, mend: 'leave a line "id": "text" for each message' };
  }
}

/**
 * JSON is a subset of JavaScript, whose parser gives the place of everything.
 *
 * @param {string} text an object in JSON
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
 * @param {unknown} error of `JSON.parse`, which often lacks the place
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
    mend: 'look there for a comma or a quotation mark too many or too few',
  };
}

/**
 * @param {string} text
 * @param {number} place
 */
function lineAt(text, place) {
  return text.slice(0, place).split('\n').length;
}
