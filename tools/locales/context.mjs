/**
 * What is known about the messages besides their texts, in `locales/context/`. `en.json` has a
 * description and a length limit for each message. The file of another language, which is optional,
 * has the English texts that the translations were made from, and the intended copies of English.
 */
import { basename, dirname, join } from 'node:path';
import { variablesOf } from '../build/messages.mjs';
import { readEntries } from './message-file.mjs';

/**
 * @typedef {import('./language.mjs').Check} Check
 * @typedef {import('./language.mjs').Finding} Finding
 * @typedef {import('./language.mjs').Language} Language
 * @typedef {import('./message-file.mjs').Entry} Entry
 *
 * @typedef {object} Context the parsed context file of a language
 * @property {string} file
 * @property {import('./message-file.mjs').FileError | null} fileError set if it cannot be read
 * @property {Entry[]} entries
 * @property {Map<string, Map<string, unknown>>} facts the values of the entries that are objects
 */

/** The keys of a context file, except for that of English, whose keys are ids. */
const sections = ['sameAsEnglish', 'translatedFrom'];

/**
 * Returns the path of the context file of a language.
 *
 * @param {string} file its messages
 */
export function contextFile(file) {
  return join(dirname(file), 'context', basename(file));
}

/**
 * @param {string} file
 * @param {string} [text] by default there is no such file
 * @returns {Context}
 */
export function contextOf(file, text = '{}') {
  const read = readEntries(text);
  const [fileError, entries] = Array.isArray(read) ? [null, read] : [read, []];
  const facts = entries.flatMap(({ id, value }) =>
    typeof value === 'object' && value !== null
      ? [/** @type {const} */ ([id, new Map(Object.entries(value))])]
      : [],
  );
  return { file, fileError, entries, facts: new Map(facts) };
}

/**
 * Returns the description of a message.
 *
 * @param {Language} english
 * @param {string} id
 */
export function descriptionOf({ context }, id) {
  const description = context.facts.get(id)?.get('description');
  return typeof description === 'string' ? description.trim() : '';
}

/**
 * Returns the length limit of a message.
 *
 * @param {Language} english
 * @param {string} id
 */
export function maxLengthOf({ context }, id) {
  const limit = context.facts.get(id)?.get('maxLength');
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/**
 * Whether a text is meant to be the same as in English.
 *
 * @param {Language} language
 * @param {string} id
 */
export function isSameOnPurpose({ context }, id) {
  return context.facts.get('sameAsEnglish')?.has(id) ?? false;
}

/**
 * Returns the English text that a translation was made from, if it is recorded.
 *
 * @param {Language} language
 * @param {string} id
 */
export function recordedEnglish({ context }, id) {
  const recorded = context.facts.get('translatedFrom')?.get(id);
  return typeof recorded === 'string' ? recorded : undefined;
}

/**
 * Whether a translation was made from another English text than the present one.
 *
 * @param {Language} language
 * @param {Language} english
 * @param {string} id
 */
function isStale(language, english, id) {
  const recorded = recordedEnglish(language, id);
  return recorded !== undefined && recorded !== english.messages[id];
}

/**
 * Returns the ids of the messages that are translated.
 *
 * @param {Language} english
 */
export function translatableIds({ messages }) {
  return Object.keys(messages).filter((id) => !id.startsWith('locale.'));
}

/**
 * Checks that the context file is readable and about existing messages.
 *
 * @type {Check}
 */
export function checkContext(language, english) {
  const { file, fileError, entries, facts } = language.context;
  if (fileError) {
    const { line, column, what, fix } = fileError;
    return [{ id: '', file, place: { line, column }, what, fix, blocks: 'check' }];
  }
  if (language.code === english.code) return descriptionFindings(english);
  const unknown = entries.filter(({ id }) => !sections.includes(id) || !facts.has(id));
  const extra = [...(facts.get('sameAsEnglish')?.keys() ?? [])].filter(
    (id) => english.messages[id] === undefined,
  );
  return [
    ...unknown.map(({ id, key }) => ({
      id,
      file,
      place: key,
      what: 'the file has more than "sameAsEnglish" and "translatedFrom", a group of ids each',
      fix: 'correct or delete the line',
      blocks: /** @type {const} */ ('check'),
    })),
    ...extra.map((id) => ({
      id,
      what: `en.json has no such id, but "sameAsEnglish" of ${file} has`,
      fix: 'delete it there',
      blocks: /** @type {const} */ ('check'),
    })),
  ];
}

/**
 * @param {Language} english
 * @returns {Finding[]}
 */
function descriptionFindings(english) {
  const { file, entries, facts } = english.context;
  const ids = Object.keys(english.messages);
  const blocks = /** @type {const} */ ('release');
  const undescribed = ids.filter((id) => descriptionOf(english, id) === '');
  return [
    ...undescribed.map((id) => ({
      id,
      what: 'the message has no description for translators',
      fix: `add "${id}": { "description": "…" } to ${file}: what it is, and where it stands`,
      blocks,
    })),
    ...entries
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, key }) => ({
        id,
        file,
        place: key,
        what: 'en.json has no such id, so the description is unused',
        fix: 'correct the id if it was renamed, else delete the description',
        blocks,
      })),
    ...entries.flatMap(({ id, key }) => {
      const description = descriptionOf(english, id);
      const names = variablesOf(english.trees.get(id) ?? []).split(' ');
      return names
        .filter((name) => description !== '' && !description.includes(name))
        .map((name) => ({
          id,
          file,
          place: key,
          what: `the description does not mention ${name}`,
          fix: `add what ${name} becomes, with an example`,
          blocks,
        }));
    }),
    ...entries
      .filter(({ id }) => !isLimit(facts.get(id)?.get('maxLength')))
      .map(({ id, key }) => ({
        id,
        file,
        place: key,
        what: '"maxLength" is not a whole number above zero',
        fix: 'write the number of letters without quotation marks, or delete it',
        blocks: /** @type {const} */ ('check'),
      })),
  ];
}

/** @param {unknown} value */
function isLimit(value) {
  return value === undefined || (Number.isInteger(value) && Number(value) > 0);
}

/**
 * Checks that no translation was made from a former English text.
 *
 * @type {Check}
 */
export function checkStale(language, english) {
  return translatableIds(english)
    .filter((id) => language.messages[id] !== undefined && isStale(language, english, id))
    .map((id) => ({
      id,
      what: 'the translation is out of date: the English has changed',
      fix: `change it if the meaning differs, then run “make locales-confirm LANG=${language.code} ID=${id}”`,
      details: [
        `Old English: “${recordedEnglish(language, id)}”`,
        `New English: “${english.messages[id]}”`,
        `Translation: “${language.messages[id]}”`,
      ],
      blocks: 'release',
    }));
}

/**
 * Counts the messages of a language by the state of their translation.
 *
 * @param {Language} language
 * @param {Language} english
 */
export function coverageOf(language, english) {
  const counts = { translated: 0, stale: 0, missing: 0, same: 0, notRecorded: 0 };
  for (const id of translatableIds(english)) {
    if (language.messages[id] === undefined) counts.missing += 1;
    else if (isStale(language, english, id)) counts.stale += 1;
    else if (isSameOnPurpose(language, id)) counts.same += 1;
    else counts.translated += 1;
    if (language.messages[id] !== undefined && recordedEnglish(language, id) === undefined) {
      counts.notRecorded += 1;
    }
  }
  return counts;
}

/**
 * Returns the text of a context file that records the English of some translations, and forgets
 * messages that no longer exist.
 *
 * @param {Language} language
 * @param {Language} english
 * @param {Record<string, string | undefined>} confirmed the English that they were made from, by id
 */
export function confirmedContext(language, english, confirmed) {
  const recorded = translatableIds(english).flatMap((id) => {
    if (language.messages[id] === undefined) return [];
    const text = confirmed[id] ?? recordedEnglish(language, id);
    return text === undefined ? [] : [[id, text]];
  });
  const same = [...(language.context.facts.get('sameAsEnglish') ?? [])];
  const context = {
    sameAsEnglish: Object.fromEntries(same),
    translatedFrom: Object.fromEntries(recorded),
  };
  return `${JSON.stringify(context, null, 2)}\n`;
}
