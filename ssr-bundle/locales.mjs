import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildFault } from './faults.mjs';
import { compileMessage, variablesOf } from './messages.mjs';
import { pseudoLocales } from './pseudo-locales.mjs';

/** The language every other one falls back to. */
export const defaultLanguage = 'en';

/** Languages of the menu's beginning; any others follow by their code. */
const menuOrder = ['en', 'zh', 'ms'];

/**
 * @typedef {{ code: string, file: string, text: string }} Source a language's file
 * @typedef {Record<string, import('./messages.mjs').CompiledMessage>} Table
 * @typedef {object} Locale
 * @property {string} code
 * @property {string} name in the language itself
 * @property {string} dir `ltr` or `rtl`
 * @property {boolean} isPseudo whether nobody speaks it: a disguise of the default language for tests
 * @property {Table} table
 * @property {string[]} missing ids that the default language stands in for
 */

/**
 * Every language in a folder, as it was written.
 *
 * @param {string} folder
 * @returns {Promise<Source[]>}
 */
export async function readSources(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { code: name.slice(0, -'.json'.length), file, text: await readFile(file, 'utf8') };
    }),
  );
}

/**
 * Reads and compiles every language in a folder.
 *
 * @param {string} folder
 */
export async function readLocales(folder) {
  return compileLocales(await readSources(folder));
}

/**
 * Compiles every language, the default first. What would break a page is
 * refused, all faults of all files at once; what merely reads badly is left to
 * `check-locales.mjs`.
 *
 * @param {Source[]} sources
 * @returns {Locale[]}
 */
export function compileLocales(sources) {
  /** @type {string[]} */
  const faults = [];
  const languages = sources.map((source) => ({
    ...source,
    messages: readMessages(source, faults),
  }));
  const original = languages.find(({ code }) => code === defaultLanguage);
  if (!original) throw new BuildFault([`locales: ${defaultLanguage}.json is missing`]);

  const locales = languages.map((language) => compileLocale(language, original.messages, faults));
  if (faults.length > 0) throw new BuildFault(faults);
  return locales.sort(
    (a, b) => menuPlace(a.code) - menuPlace(b.code) || (a.code < b.code ? -1 : 1),
  );
}

/**
 * The disguises of the default language, for a server that shows them.
 *
 * @param {Source[]} sources languages that compile
 * @returns {Locale[]}
 */
export function compilePseudoLocales(sources) {
  const original = JSON.parse(sources.find(({ code }) => code === defaultLanguage)?.text ?? '{}');
  /** @type {string[]} */
  const faults = [];
  const locales = pseudoLocales(original).map(({ code, messages }) => ({
    ...compileLocale({ code, file: `${code}, made from English`, messages }, original, faults),
    isPseudo: true,
  }));
  if (faults.length > 0) throw new BuildFault(faults);
  return locales;
}

/** @param {string} code */
function menuPlace(code) {
  const place = menuOrder.indexOf(code);
  return place === -1 ? menuOrder.length : place;
}

/**
 * Whether a file may have this name.
 *
 * @param {string} code
 */
export function isLanguageCode(code) {
  return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code);
}

/**
 * @param {Source} source
 * @param {string[]} faults
 * @returns {Record<string, string>}
 */
function readMessages({ code, file, text }, faults) {
  if (!isLanguageCode(code)) {
    faults.push(`${file}: the file name is not a language code such as "en"`);
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    faults.push(`${file}: not valid JSON: ${error instanceof Error ? error.message : error}`);
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    faults.push(`${file}: must hold one object: { "id": "text", … }`);
    return {};
  }
  for (const id of repeatedIds(text)) faults.push(`${file}: ${id}: stands there twice`);
  for (const [id, message] of Object.entries(parsed)) {
    if (typeof message === 'string' && message.trim() !== '') continue;
    faults.push(`${file}: ${id}: must be a text that is not empty`);
    delete parsed[id];
  }
  return parsed;
}

/**
 * Ids that a flat JSON file holds more than once; JSON.parse keeps the last.
 *
 * @param {string} text
 */
export function repeatedIds(text) {
  const ids = [...text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, id]) => id);
  return new Set(ids.filter((id, place) => ids.indexOf(id) !== place));
}

/**
 * @param {{ code: string, file: string, messages: Record<string, string> }} language
 * @param {Record<string, string>} original
 * @param {string[]} faults
 * @returns {Locale}
 */
function compileLocale({ code, file, messages }, original, faults) {
  /** @type {Table} */
  const table = {};
  for (const id of Object.keys(messages)) {
    if (!(id in original)) faults.push(`${file}: ${id}: is not in ${defaultLanguage}.json`);
  }
  for (const [id, fallback] of Object.entries(original)) {
    try {
      const message = compileMessage(messages[id] ?? fallback);
      const expected = variablesOf(compileMessage(fallback));
      const found = variablesOf(message);
      if (found !== expected) {
        faults.push(
          `${file}: ${id}: uses ${found || 'no variable'} instead of ${expected || 'none'}`,
        );
      }
      if (id !== 'locale.name' && id !== 'locale.dir') table[id] = message;
    } catch (error) {
      faults.push(`${file}: ${id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const { 'locale.name': name = '', 'locale.dir': dir = '' } = messages;
  if (!name) faults.push(`${file}: locale.name: must give the language's own name`);
  if (dir !== 'ltr' && dir !== 'rtl') faults.push(`${file}: locale.dir: must be "ltr" or "rtl"`);
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, table, missing };
}
