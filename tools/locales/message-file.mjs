import { parseExpressionAt } from 'acorn';
import { transformSync } from 'esbuild';

/**
 * @typedef {object} Place lines and columns count from 1
 * @property {number} line
 * @property {number} column
 *
 * @typedef {Place & { id: string, value: unknown, key: Place }} Entry an id with its value, and
 *   where each of them begins
 * @typedef {Place & { what: string, fix: string }} FileError a file that cannot be read
 */

/**
 * Parses a JSON object into entries, in order and with their places. `JSON.parse` drops both
 * duplicate keys and places.
 *
 * @param {string} text file contents, with invalid UTF-8 decoded to U+FFFD
 * @returns {Entry[] | FileError}
 */
export function readEntries(text) {
  const invalid = text.indexOf('\ufffd');
  if (invalid !== -1) {
    return {
      ...placeAt(text, invalid),
      what: 'the file is not valid UTF-8: this line has an invalid byte, or the replacement character (U+FFFD)',
      fix: 'retype the word and save the file as UTF-8',
    };
  }
  if (text.startsWith('\ufeff')) {
    const what =
      'the file is not valid JSON: it begins with a byte order mark (U+FEFF), an invisible character';
    const fix = 'save it as UTF-8 without byte order mark (“UTF-8”, not “UTF-8 with BOM”)';
    return { line: 1, column: 1, what, fix };
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return syntaxError(text, String(error));
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const fix = 'make it a JSON object with a line "id": "text" for each message';
    return { line: 1, column: 1, what: 'the file contains no messages', fix };
  }
  try {
    return entriesOf(text);
  } catch (error) {
    // Valid JSON that a JavaScript parser rejects: `__proto__` twice, or a thousand nested arrays.
    const { message, loc } = /** @type {SyntaxError & { loc?: Position }} */ (error);
    const what = `the file contains more than messages: ${message}`;
    return { ...placeOf(loc), what, fix: 'keep only lines "id": "text"' };
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
  return /** @type {import('acorn').Property[]} */ (properties).map(({ key, value }) => ({
    id: JSON.parse(text.slice(key.start, key.end)),
    value: JSON.parse(text.slice(value.start, value.end), composed),
    key: placeOf(key.loc?.start),
    ...placeOf(value.loc?.start),
  }));
}

/**
 * Composes the letters of texts (NFC): some keyboards and tools write “é” as two characters, which look
 * the same in an editor, and are not in all fonts.
 *
 * @param {string} _
 * @param {unknown} value
 */
function composed(_, value) {
  return typeof value === 'string' ? value.normalize('NFC') : value;
}

/**
 * @typedef {{ line: number, column: number }} Position of acorn, whose columns count from 0
 *
 * @param {Position | undefined} position
 * @returns {Place}
 */
function placeOf(position) {
  return { line: position?.line ?? 1, column: (position?.column ?? 0) + 1 };
}

/**
 * What esbuild reports, in words for those who do not write code. Other errors are reported as they
 * are.
 *
 * @type {{ pattern: RegExp, reason: string, fix: string }[]}
 */
const syntaxErrors = [
  {
    pattern: /^Expected end of file/,
    reason: 'the object ends here, and more follows',
    fix: 'delete the { or } that is too many, or what follows the last }',
  },
  {
    pattern: /end of file/,
    reason: 'the file ends too early',
    fix: 'put a } in the last line, on its own',
  },
  {
    pattern: /^Expected ","/,
    reason: 'a comma is missing here, or a quotation mark within a text ends it early',
    fix: 'add the comma; write a quotation mark within a text as \\"',
  },
  {
    pattern: /^Expected ":"/,
    reason: 'there is no colon between the id and the text',
    fix: 'write "id": "text"',
  },
  {
    pattern: /trailing commas/,
    reason: 'there is a comma after the last text',
    fix: 'delete the comma',
  },
  { pattern: /found ","$/, reason: 'there is a comma too many', fix: 'delete it' },
  {
    pattern: /double quotes|^Expected string|[“”„«»「」]/,
    reason: 'an id or text is not in straight double quotation marks',
    fix: 'write " before and after it, as in the other lines',
  },
  {
    pattern: /^Unterminated string|x0[9ad]/i,
    reason: 'a text has no closing quotation mark, or contains a tab or line break',
    fix: 'write the whole text in one line, and " before and after it',
  },
  {
    pattern: /^Syntax error/,
    reason: 'a backslash (\\) stands before a character with which it has no meaning',
    fix: 'delete the backslash',
  },
  { pattern: /comments/, reason: 'the file has a comment', fix: 'delete the comment' },
];

/**
 * Finds the place of a syntax error with esbuild, as the errors of `JSON.parse` often lack it.
 *
 * @param {string} text
 * @param {string} reason that of `JSON.parse`
 * @returns {FileError}
 */
function syntaxError(text, reason) {
  let found = reason;
  let offset = 0;
  try {
    transformSync(text, { loader: 'json', logLevel: 'silent' });
  } catch (failure) {
    const [first] = /** @type {import('esbuild').TransformFailure} */ (failure).errors ?? [];
    const { line = 1, column = 0, lineText = '' } = first?.location ?? {};
    // esbuild counts bytes.
    const before = Buffer.from(lineText).subarray(0, column).toString();
    found = first?.text ?? reason;
    offset = offsetOfLine(text, line) + before.length;
  }
  // The comma is missing where the line before ends, not where the next one begins.
  if (found.startsWith('Expected ","')) offset = text.slice(0, offset).trimEnd().length;
  const known = syntaxErrors.find(({ pattern }) => pattern.test(found));
  return {
    ...placeAt(text, offset),
    what: `the file is not valid JSON: ${known?.reason ?? found}`,
    fix: known?.fix ?? 'compare the line with those around it',
  };
}

/**
 * @param {string} text
 * @param {number} line
 */
function offsetOfLine(text, line) {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((offset, { length }) => offset + length + 1, 0);
}

/**
 * @param {string} text
 * @param {number} offset
 * @returns {Place}
 */
function placeAt(text, offset) {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
