import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCharacters } from '../locales/characters.mjs';
import { locatedFindings } from '../locales/findings.mjs';
import { checkFile, checkIds, checkName } from '../locales/ids.mjs';
import { defaultLanguage, languageOf, requiredLanguages } from '../locales/language.mjs';
import { checkFormats, checkSyntax, checkVariables } from '../locales/syntax.mjs';
import { BuildError } from './errors.mjs';
import { setLineBreaks } from './line-breaks.mjs';
import { compileMessage } from './messages.mjs';
import { pseudoLocales } from './pseudo-locales.mjs';

/** Checks whose findings fail the build, except for warnings. */
const blockingChecks = [
  checkFile,
  checkCharacters,
  checkName,
  checkIds,
  checkSyntax,
  checkVariables,
  checkFormats,
];

/**
 * @typedef {{ code: string, file: string, text: string }} Source the file of a language
 * @typedef {Record<string, import('./messages.mjs').CompiledMessage>} Table
 * @typedef {object} Locale
 * @property {string} code
 * @property {string} name in the language itself
 * @property {string} dir `ltr` or `rtl`
 * @property {boolean} isPseudo whether it is a pseudo-locale, for testing
 * @property {Table} table
 * @property {string[]} missing ids that fall back to the default language
 */

/**
 * Reads the file of every language in a folder.
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
 * Compiles every language, the default first. Throws a `BuildError` that lists the errors of all
 * files. Style is left to `check-locales.mjs`.
 *
 * @param {Source[]} sources
 * @returns {Locale[]}
 */
export function compileLocales(sources) {
  const errors = locatedFindings(sources, blockingChecks).filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) {
    throw new BuildError(
      errors.map(describeError),
      errors.map(({ file }) => file),
    );
  }

  const languages = sources.map(languageOf);
  const original = languages.find(({ code }) => code === defaultLanguage)?.messages ?? {};
  const locales = languages.map((language) => compileLocale(language, original));
  return locales.sort(
    (a, b) => menuPosition(a.code) - menuPosition(b.code) || (a.code < b.code ? -1 : 1),
  );
}

/**
 * Compiles the pseudo-locales of the default language.
 *
 * @param {Source[]} sources languages that compile
 * @returns {Locale[]}
 */
export function compilePseudoLocales(sources) {
  const original = JSON.parse(sources.find(({ code }) => code === defaultLanguage)?.text ?? '{}');
  return pseudoLocales(original).map((pseudoLocale) => ({
    ...compileLocale(pseudoLocale, original),
    isPseudo: true,
  }));
}

/** @param {string} code */
function menuPosition(code) {
  const position = requiredLanguages.indexOf(code);
  return position === -1 ? requiredLanguages.length : position;
}

/** @param {import('../locales/findings.mjs').LocatedFinding} finding */
function describeError({ file, line, id, what, fix }) {
  return [`${file}:${line}`, id, `${what}; ${fix}`].filter(Boolean).join(': ');
}

/**
 * @param {{ code: string, messages: Record<string, string> }} language without errors
 * @param {Record<string, string>} original
 * @returns {Locale}
 */
function compileLocale({ code, messages }, original) {
  const { 'locale.name': name = '', 'locale.dir': dir = '' } = messages;
  const ids = Object.keys(original).filter((id) => id !== 'locale.name' && id !== 'locale.dir');
  const table = Object.fromEntries(
    ids.map((id) => {
      const text = messages[id] ?? original[id] ?? '';
      const language = id in messages ? code : defaultLanguage;
      return [id, compileMessage(text, (elements) => setLineBreaks(id, elements, language))];
    }),
  );
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, table, missing };
}
