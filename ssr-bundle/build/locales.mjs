import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildFault } from './faults.mjs';
import { checkFile } from './locale-checks/file.mjs';
import { checkIds } from './locale-checks/ids.mjs';
import { defaultLanguage, languageOf } from './locale-checks/language.mjs';
import { checkName } from './locale-checks/name.mjs';
import { checkRefusals } from './locale-checks/refusals.mjs';
import { checkSyntax } from './locale-checks/syntax.mjs';
import { checkVariables } from './locale-checks/variables.mjs';
import { compileMessage } from './messages.mjs';
import { pseudoLocales } from './pseudo-locales.mjs';

/** The checks whose findings would break a page, save for those they call harmless. */
const vitalChecks = [checkFile, checkName, checkIds, checkSyntax, checkVariables, checkRefusals];

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
  const languages = sources.map(languageOf);
  const original = languages.find(({ code }) => code === defaultLanguage);
  if (!original) throw new BuildFault([`locales: ${defaultLanguage}.json is missing`]);

  const faults = languages.flatMap((language) => faultsOf(language, original));
  if (faults.length > 0) throw new BuildFault(faults);
  const locales = languages.map((language) => compileLocale(language, original.messages));
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
  return pseudoLocales(original).map((disguise) => ({
    ...compileLocale(disguise, original),
    isPseudo: true,
  }));
}

/** @param {string} code */
function menuPlace(code) {
  const place = menuOrder.indexOf(code);
  return place === -1 ? menuOrder.length : place;
}

/**
 * What keeps a language from being shown, each as `file: id: what; mend`.
 *
 * @param {import('./locale-checks/language.mjs').Language} language
 * @param {import('./locale-checks/language.mjs').Language} original
 */
function faultsOf(language, original) {
  // Of a file that cannot be read, or compared, there is no more to say.
  const checks = language.isReadable && original.isReadable ? vitalChecks : [checkFile];
  return checks
    .flatMap((check) => check(language, original))
    .filter(({ isHarmless }) => !isHarmless)
    .map(({ id, what, mend }) =>
      [language.file, id, `${what}; ${mend}`].filter(Boolean).join(': '),
    );
}

/**
 * @param {{ code: string, messages: Record<string, string> }} language without a fault
 * @param {Record<string, string>} original
 * @returns {Locale}
 */
function compileLocale({ code, messages }, original) {
  const { 'locale.name': name = '', 'locale.dir': dir = '' } = messages;
  const shown = Object.keys(original).filter((id) => id !== 'locale.name' && id !== 'locale.dir');
  const table = Object.fromEntries(
    shown.map((id) => [id, compileMessage(messages[id] ?? original[id] ?? '')]),
  );
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, table, missing };
}
