import { translatableIds } from './context.mjs';
import { draftId, isDraft, isText, maxTextLength } from './language.mjs';
import { checkFileName } from './names.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Finding} Finding
 */

/**
 * Checks that the file is readable, and its ids valid, unique, sorted and with a text each.
 *
 * @type {Check}
 */
export function checkFile(language, english) {
  const { fileError, entries } = language;
  const findings = checkFileName(language, english);
  if (fileError) {
    const { line, column, what, fix } = fileError;
    return [...findings, { id: '', place: { line, column }, what, fix }];
  }
  const ids = entries.map(({ id }) => id);
  for (const [index, { id, value, key, line, column }] of entries.entries()) {
    if (!isId(id)) {
      findings.push({
        id: '',
        place: key,
        what: `${JSON.stringify(id.slice(0, 40))} is not a valid message id`,
        fix: 'use words of plain letters, separated by dots, such as "sports.card.bet"',
      });
    } else if (ids.indexOf(id) !== index) {
      const fix = 'delete one of the lines';
      findings.push({ id, place: key, what: 'duplicate id', fix });
    }
    // `checkName` reports the properties of the language.
    if (!isText(value) && !id.startsWith('locale.')) {
      const original = language.code === english.code ? undefined : english.messages[id];
      const place = { line, column };
      findings.push({ id: isId(id) ? id : '', place, ...describeInvalid(value, original) });
    }
  }
  const misplaced = ids.find((id, index) => index > 0 && id < String(ids[index - 1]));
  if (misplaced) {
    findings.push({
      id: misplaced,
      what: 'the ids are not sorted',
      fix: `move the line up, before the first id that sorts after "${misplaced}"`,
      blocks: 'check',
    });
  }
  return findings;
}

/**
 * Whether a string is a valid message id. Excludes `__proto__`.
 *
 * @param {string} id
 */
function isId(id) {
  return /^[a-z]\w{0,40}(\.\w{1,40}){0,5}$/i.test(id);
}

/**
 * Whether a value is a group of texts, as other formats of translations have them.
 *
 * @param {unknown} value
 */
export function isGroup(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @param {string | undefined} original the English text, if that is the fallback
 * @returns {Pick<Finding, 'what' | 'fix' | 'blocks'>}
 */
function describeInvalid(value, original) {
  if (isGroup(value)) {
    return {
      what: 'this is a group of texts in { }, in place of one text',
      fix: 'write each text in a line of its own, with its whole id, such as "sports.card.bet": "…"',
    };
  }
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return { what: `the value is not a text (${kind})`, fix: 'write the text in quotation marks' };
  }
  if (value.length > maxTextLength) {
    const what = `the text has ${value.length} characters; the limit is ${maxTextLength}`;
    return { what, fix: 'shorten it' };
  }
  if (original === undefined) return { what: 'the text is empty', fix: 'add the text' };
  return {
    what: `the translation is empty; visitors see the English “${original}”`,
    fix: 'add the translation',
    blocks: 'check',
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
  // A draft is expected to lack some: `make locales` counts them.
  const missing = (isDraft(messages) ? [] : translatableIds(english))
    // `checkFile` reports ids without a text.
    .filter((id) => !ids.has(id))
    .map((id) => ({
      id,
      what: `the translation is missing; visitors see the English “${english.messages[id]}”`,
      fix: `add "${id}": "…" here, with the translation`,
      blocks: /** @type {const} */ ('check'),
    }));
  const extra = Object.keys(messages)
    .filter((id) => !englishIds.has(id) && id !== draftId)
    .map((id) => ({
      id,
      what: 'en.json has no such id, so the message is unused',
      fix: 'correct the id if it is misspelt, else delete the line',
    }));
  return [...missing, ...extra];
}

/** The share of missing messages above which a language stays a draft. A section of the page has less. */
const maxMissing = 0.2;

/**
 * Returns the ids of the messages that a language lacks.
 *
 * @param {import('./language.mjs').Language} language
 * @param {import('./language.mjs').Language} english
 */
function missingIds({ messages }, english) {
  return translatableIds(english).filter((id) => messages[id] === undefined);
}

/**
 * Whether a language lacks so many messages that it stays a draft, whatever its file says.
 *
 * @param {import('./language.mjs').Language} language
 * @param {import('./language.mjs').Language} english
 */
export function isUnfinished(language, english) {
  const { length } = translatableIds(english);
  return missingIds(language, english).length > length * maxMissing;
}

/**
 * Checks that a language which is no draft has most messages.
 *
 * @type {Check}
 */
export function checkCompleteness(language, english) {
  if (isDraft(language.messages) || !isUnfinished(language, english)) return [];
  const missing = missingIds(language, english).length;
  return [
    {
      id: '',
      what: `${missing} of ${translatableIds(english).length} translations are missing, so the language stays a draft`,
      fix: `add them, or "${draftId}": "true" until they are there`,
      blocks: 'check',
    },
  ];
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
