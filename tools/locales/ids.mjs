import { directionOf, isText, maxTextLength } from './language.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Finding} Finding
 */

/**
 * Checks that the file is readable, and its ids valid, unique, sorted and with a text each.
 *
 * @type {Check}
 */
export function checkFile({ code, fileError, entries }) {
  /** @type {Finding[]} */
  const findings = [];
  if (!isLanguageCode(code)) {
    findings.push({
      id: '',
      what: 'the file name is not a language code',
      fix: 'name it after its BCP 47 language code, such as "ta.json" for Tamil',
    });
  }
  if (fileError) return [...findings, { id: '', ...fileError }];
  const ids = entries.map(({ id }) => id);
  for (const [index, { id, value, line }] of entries.entries()) {
    if (!isId(id)) {
      findings.push({
        id: '',
        line,
        what: `${JSON.stringify(id.slice(0, 40))} is not a valid message id`,
        fix: 'use words of plain letters, separated by dots, such as "sports.card.bet"',
      });
    } else if (ids.indexOf(id) !== index) {
      const fix = 'delete one of the lines';
      findings.push({ id, line, what: 'duplicate id', fix });
    }
    if (!isText(value)) findings.push({ id: isId(id) ? id : '', line, ...describeInvalid(value) });
  }
  const misplaced = ids.find((id, index) => index > 0 && id < String(ids[index - 1]));
  if (misplaced) {
    findings.push({
      id: misplaced,
      what: 'the ids are not sorted',
      fix: `move the line up, before the first id that sorts after "${misplaced}"`,
      isWarning: true,
    });
  }
  return findings;
}

/**
 * Whether a string is a language code (BCP 47).
 *
 * @param {string} code
 */
function isLanguageCode(code) {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code)) return false;
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/**
 * Whether a string is a valid message id. Excludes `__proto__`.
 *
 * @param {string} id
 */
function isId(id) {
  return /^[a-z]\w{0,40}(\.\w{1,40}){0,5}$/i.test(id);
}

/** @param {unknown} value */
function describeInvalid(value) {
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return { what: `the value is not a text (${kind})`, fix: 'write the text in quotation marks' };
  }
  if (value.length > maxTextLength) {
    const what = `the text has ${value.length} characters; the limit is ${maxTextLength}`;
    return { what, fix: 'shorten it' };
  }
  return {
    what: 'the text is empty',
    fix: 'add the translation, or delete the line to fall back to English',
  };
}

/**
 * Checks that the file has the same ids as English.
 *
 * @type {Check}
 */
export function checkIds({ entries, messages }, english) {
  const ids = new Set(entries.map(({ id }) => id));
  const englishIds = new Set(english.entries.map(({ id }) => id));
  const missing = Object.keys(english.messages)
    // `checkFile` reports ids without a text.
    .filter((id) => !ids.has(id))
    .filter((id) => !id.startsWith('locale.'))
    .map((id) => ({
      id,
      what: `the translation is missing; visitors see the English “${english.messages[id]}”`,
      fix: `add "${id}": "…" here, with the translation`,
      isWarning: true,
    }));
  const extra = Object.keys(messages)
    .filter((id) => !englishIds.has(id))
    .map((id) => ({
      id,
      what: 'en.json has no such id, so the message is unused',
      fix: 'correct the id if it is misspelt, else delete the line',
    }));
  return [...missing, ...extra];
}

/**
 * Returns a check that the code uses each message. Reports on English only.
 *
 * @param {string} code source code that may use message ids
 * @returns {Check}
 */
export function checkUnused(code) {
  return ({ messages }, english) =>
    (messages === english.messages ? Object.keys(messages) : [])
      .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`))
      .map((id) => ({
        id,
        what: 'the message is unused',
        fix: 'delete it from all languages',
      }));
}

/**
 * Checks that the language has a name, and the text direction of its script.
 *
 * @type {Check}
 */
export function checkName({ messages, script }) {
  /** @type {Finding[]} */
  const findings = [];
  if (!messages['locale.name']) {
    const fix = 'add its name in the language itself, such as "தமிழ்"';
    findings.push({ id: 'locale.name', what: 'the language has no name for the menu', fix });
  }
  const direction = directionOf(script);
  if (messages['locale.dir'] !== direction) {
    findings.push({
      id: 'locale.dir',
      what: `the text direction is not "${direction}"`,
      fix: `write "locale.dir": "${direction}"`,
    });
  }
  return findings;
}
