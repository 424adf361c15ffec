/**
 * The messages of a language as XLIFF 1.2, which every tool of translation agencies reads; many read
 * 2.0 in part or not at all.
 */
import { jsToXliff12, xliff12ToJs } from 'xliff';
import { BuildError } from '../build/errors.ts';
import { descriptionOf, maxLengthOf, recordedEnglish, translatableIds } from './context.mjs';

/**
 * @typedef {import('./language.mjs').Language} Language
 *
 * @typedef {object} Unit a message in a file from a translator
 * @property {string} source the English that the translator saw
 * @property {string} target the translation; empty if there is none
 * @property {boolean} isApproved whether the translation is right for that English
 */

/**
 * Returns an XLIFF file with each message: the English, the translation, the description, the length
 * limit and where the picture of its place is. A translation that is out of date is not approved.
 *
 * @param {Language} language
 * @param {Language} english
 * @returns {Promise<string>}
 */
export async function toXliff(language, english) {
  const units = translatableIds(english).map((id) => {
    const source = english.messages[id] ?? '';
    const recorded = recordedEnglish(language, id);
    const limit = maxLengthOf(english, id);
    const hasLimit = Number.isFinite(limit);
    // A tool would count the names of variables.
    const isCountable = hasLimit && !source.includes('{');
    const unit = {
      source,
      target: language.messages[id],
      note: [
        descriptionOf(english, id),
        hasLimit && `At most ${limit} letters as shown; a full-width character is two.`,
        `Picture: gallery/index.html#${id}`,
      ].filter(Boolean),
      additionalAttributes: {
        'xml:space': 'preserve',
        ...(recorded !== undefined && { approved: recorded === source ? 'yes' : 'no' }),
        ...(isCountable && {
          maxwidth: String(Math.floor(limit / widthOf(language))),
          'size-unit': 'char',
        }),
      },
    };
    return [id, unit];
  });
  const xliff = await jsToXliff12({
    sourceLanguage: english.code,
    targetLanguage: language.code,
    resources: { [language.file]: Object.fromEntries(units) },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xliff}\n`;
}

/**
 * Returns the width of a character, in Latin letters.
 *
 * @param {Language} language
 */
function widthOf({ script }) {
  return ['Hans', 'Hant', 'Jpan', 'Kore'].includes(script) ? 2 : 1;
}

/**
 * Reads an XLIFF file. Throws a `BuildError` if it is none, or not about one language.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Promise<{ code: string, units: Map<string, Unit> }>}
 */
export async function fromXliff(file, text) {
  const read = await xliff12ToJs(text).catch((/** @type {unknown} */ error) => {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new BuildError([`${file}: not an XLIFF 1.2 file: ${reason}`]);
  });
  const { targetLanguage: code, resources } = read;
  if (typeof code !== 'string') {
    throw new BuildError([`${file}: <file> does not name its target-language`]);
  }
  const units = Object.values(resources).flatMap((resource) => Object.entries(resource));
  return {
    code,
    units: new Map(
      units.map(([id, { source, target, additionalAttributes }]) => [
        id,
        {
          source: plain(file, id, source),
          target: plain(file, id, target),
          isApproved: additionalAttributes?.approved === 'yes',
        },
      ]),
    ),
  };
}

/**
 * Returns a text without the marks of a tool, which have no place in a message.
 *
 * @param {string} file
 * @param {string} id
 * @param {unknown} value
 */
function plain(file, id, value = '') {
  if (typeof value === 'string') return value;
  throw new BuildError([
    `${file}: ${id}: the text has elements; export it with its braces and tags as text`,
  ]);
}

/** Invisible characters, which are escapes in the files of the languages. */
const invisible = /[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;

/**
 * Returns the text of a language's file: sorted, one message a line.
 *
 * @param {Record<string, string>} messages
 */
export function formatMessages(messages) {
  const sorted = Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`.replace(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
