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
 * @property {Record<string, string>} messages texts by id, those that are empty left out
 * @property {Map<string, Tree>} trees messages whose syntax is right
 *
 * @typedef {object} Finding something to mend, told to a localiser
 * @property {string} id the message; empty: the file as a whole
 * @property {string} what
 * @property {string} mend
 *
 * @typedef {(language: Language, english: Language) => Finding[]} Check
 */

/**
 * @param {import('../locales.mjs').Source} source
 * @returns {Language}
 */
export function languageOf({ code, file, text }) {
  const messages = textsIn(text);
  /** @type {Map<string, Tree>} */
  const trees = new Map();
  for (const [id, message] of Object.entries(messages)) {
    try {
      trees.set(id, parseMessage(message));
    } catch {
      // The check of the syntax says why.
    }
  }
  return { code, file, text, script: scriptOf(code), messages, trees };
}

/**
 * @param {string} text
 * @returns {Record<string, string>}
 */
function textsIn(text) {
  try {
    const entries = Object.entries(JSON.parse(text));
    return Object.fromEntries(entries.filter(([, message]) => isText(message)));
  } catch {
    return {};
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
  return 1 + (own !== -1 ? own : next !== -1 ? next : ids.findLastIndex(Boolean));
}
