import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCharacters } from '../locales/characters.mjs';
import { checkStale, contextFile } from '../locales/context.mjs';
import { isBlocking, locatedFindings } from '../locales/findings.mjs';
import { checkCompleteness, checkFile, checkIds, isUnfinished } from '../locales/ids.mjs';
import { defaultLanguage, firstLanguages, isDraft, languageOf } from '../locales/language.mjs';
import { checkName } from '../locales/names.mjs';
import { checkFormats, checkSyntax, checkVariables } from '../locales/syntax.mjs';
import { loadConstants } from './business.ts';
import { BuildError } from './errors.ts';
import { setLineBreaks } from './line-breaks.mjs';
import { compileMessage, constantsOf, parseMessage } from './messages.mjs';
import { pseudoLocales } from './pseudo-locales.mjs';

/**
 * Returns the checks whose findings fail the build if they block it.
 *
 * @param {Constants} constants
 */
const blockingChecks = (constants) => [
  checkFile,
  checkCharacters,
  checkName,
  checkIds,
  checkSyntax,
  checkVariables,
  checkFormats(constants),
];

/**
 * @typedef {import('./business.ts').Constants} Constants
 *
 * @typedef {object} Source the file of a language
 * @property {string} code
 * @property {string} file
 * @property {string} text
 * @property {string} [context] text of its file in `context/`, which is optional
 *
 * @typedef {Record<string, import('./messages.mjs').CompiledMessage>} Table
 * @typedef {object} Locale
 * @property {string} code
 * @property {string} name in the language itself
 * @property {string} dir `ltr` or `rtl`
 * @property {boolean} isPseudo whether it is a pseudo-locale, for testing
 * @property {boolean} isDraft whether `?lang=` alone selects it
 * @property {Table} table
 * @property {string[]} missing ids without a text, which fall back to the default language
 */

/**
 * Reads the file of every language in a folder. Its subfolders have no languages.
 *
 * @param {string} folder
 * @returns {Promise<Source[]>}
 */
export async function readSources(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const [text, context] = await Promise.all([
        readFile(file, 'utf8'),
        readOptional(contextFile(file)),
      ]);
      return { code: name.slice(0, -'.json'.length), file, text, context };
    }),
  );
}

/**
 * Reads a JSON file, or an empty object if there is none.
 *
 * @param {string} file
 */
export async function readOptional(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return '{}';
    throw error;
  }
}

/**
 * Reads and compiles every language in a folder.
 *
 * @param {string} folder
 */
export async function readLocales(folder) {
  const [sources, constants] = await Promise.all([readSources(folder), loadConstants()]);
  return compileLocales(sources, constants);
}

/**
 * Compiles every language, the default first. Throws a `BuildError` that lists the errors of all
 * files. Style is left to `check-locales.mjs`.
 *
 * @param {Source[]} sources
 * @param {Constants} constants
 * @returns {Locale[]}
 */
export function compileLocales(sources, constants) {
  const findings = locatedFindings(sources, blockingChecks(constants));
  const errors = findings.filter((finding) => isBlocking(finding, 'build'));
  if (errors.length > 0) {
    throw new BuildError(
      errors.map(describe),
      errors.map(({ file }) => file),
    );
  }

  const languages = sources.map(languageOf);
  const english = languages.find(({ code }) => code === defaultLanguage);
  // Its absence is one of the errors.
  if (!english) return [];
  const locales = languages.map((language) => ({
    ...compileLocale(language, english.messages, constants),
    isDraft: isDraft(language.messages) || isUnfinished(language, english),
  }));
  return locales.sort(
    (a, b) => menuPosition(a.code) - menuPosition(b.code) || (a.code < b.code ? -1 : 1),
  );
}

/**
 * Describes what is missing or out of date, which does not fail the build.
 *
 * @param {Source[]} sources languages that compile
 */
export function localeWarnings(sources) {
  return locatedFindings(sources, [checkFile, checkCompleteness, checkIds, checkStale]).map(
    describe,
  );
}

/**
 * Compiles the pseudo-locales of the default language.
 *
 * @param {Source[]} sources languages that compile
 * @param {Constants} constants
 * @returns {Locale[]}
 */
export function compilePseudoLocales(sources, constants) {
  const original = JSON.parse(sources.find(({ code }) => code === defaultLanguage)?.text ?? '{}');
  return pseudoLocales(original).map((pseudoLocale) => ({
    ...compileLocale(pseudoLocale, original, constants),
    isPseudo: true,
  }));
}

/** @param {string} code */
function menuPosition(code) {
  const position = firstLanguages.indexOf(code);
  return position === -1 ? firstLanguages.length : position;
}

/** @param {import('../locales/findings.mjs').LocatedFinding} finding */
function describe({ file, line, column, id, what, fix }) {
  return [`${file}:${line}:${column}`, id, `${what}; ${fix}`].filter(Boolean).join(': ');
}

/**
 * @param {{ code: string, messages: Record<string, string> }} language without errors
 * @param {Record<string, string>} original
 * @param {Constants} siteConstants
 * @returns {Locale}
 */
function compileLocale({ code, messages }, original, siteConstants) {
  const { 'locale.name': name = '', 'locale.dir': dir = '' } = messages;
  const constants = constantsOf(messages, siteConstants);
  const ids = Object.keys(original).filter((id) => id !== 'locale.name' && id !== 'locale.dir');
  const table = Object.fromEntries(
    ids.map((id) => {
      const elements = parseMessage(messages[id] ?? original[id] ?? '');
      const language = id in messages ? code : defaultLanguage;
      const message = compileMessage(elements, language, constants, (formatted) =>
        setLineBreaks(id, formatted, language),
      );
      return [id, message];
    }),
  );
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, isDraft: false, table, missing };
}
