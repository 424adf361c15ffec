import { localeFacts } from '../locale-facts.mjs';
import { parseMessage } from '../messages.mjs';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} Tree
 *
 * @typedef {object} Language a language's file, as the checks see it
 * @property {string} code
 * @property {string} file
 * @property {string} text the file as it was written
 * @property {string} script the script of the language, such as `Hans` (ISO 15924)
 * @property {boolean} isReadable whether the file is one of messages
 * @property {Record<string, string>} messages texts by id, those that are empty left out
 * @property {Map<string, Tree>} trees messages whose syntax is right
 *
 * @typedef {object} Finding something to mend, told to a localiser
 * @property {string} id the message; empty: the file as a whole
 * @property {string} what
 * @property {string} mend
 * @property {boolean} [isHarmless] whether pages can be shown all the same; told by the checks
 *   that every build makes
 *
 * @typedef {(language: Language, english: Language) => Finding[]} Check
 */

/** The language every other one falls back to. */
export const defaultLanguage = 'en';

/**
 * @param {import('../locales.mjs').Source} source
 * @returns {Language}
 */
export function languageOf({ code, file, text }) {
  const entries = entriesIn(text);
  const messages = Object.fromEntries((entries ?? []).filter(([, message]) => isText(message)));
  /** @type {Map<string, Tree>} */
  const trees = new Map();
  for (const [id, message] of Object.entries(messages)) {
    try {
      trees.set(id, parseMessage(message));
    } catch {
      // The check of the syntax says why.
    }
  }
  const isReadable = entries !== null;
  return { code, file, text, script: scriptOf(code), isReadable, messages, trees };
}

/**
 * Ids and what stands behind them, or null where the file is none of messages.
 *
 * @param {string} text
 * @returns {[string, any][] | null}
 */
function entriesIn(text) {
  try {
    const parsed = JSON.parse(text);
    return Array.isArray(parsed) ? null : Object.entries(parsed);
  } catch {
    return null;
  }
}

/**
 * Whether a message is one.
 *
 * @param {unknown} message
 */
export function isText(message) {
  return typeof message === 'string' && message.trim() !== '';
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
export function lineOf({ text }, id) {
  if (id === '') return 1;
  const ids = text.split('\n').map((line) => /^\s*"([^"]+)"\s*:/.exec(line)?.[1]);
  const own = ids.indexOf(id);
  const next = ids.findIndex((other) => other !== undefined && other > id);
  const place = own !== -1 ? own : next !== -1 ? next : ids.findLastIndex(Boolean);
  return 1 + Math.max(place, 0);
}
