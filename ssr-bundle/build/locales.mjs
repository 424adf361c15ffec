import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildFault } from './faults.mjs';
import { setLineBreaks } from './line-breaks.mjs';
import { checkCharacters } from './locale-checks/characters.mjs';
import { checkFile } from './locale-checks/file.mjs';
import { placedFindings } from './locale-checks/findings.mjs';
import { checkIds } from './locale-checks/ids.mjs';
import { defaultLanguage, languageOf, requiredLanguages } from './locale-checks/language.mjs';
import { checkName } from './locale-checks/name.mjs';
import { checkRefusals } from './locale-checks/refusals.mjs';
import { checkSyntax } from './locale-checks/syntax.mjs';
import { checkVariables } from './locale-checks/variables.mjs';
import { compileMessage } from './messages.mjs';
import { pseudoLocales } from './pseudo-locales.mjs';

/** The checks whose findings would break a page, save for those they call harmless. */
const vitalChecks = [
  checkFile,
  checkCharacters,
  checkName,
  checkIds,
  checkSyntax,
  checkVariables,
  checkRefusals,
];

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
 * rejected, all errors of all files at once; what merely reads badly is left to
 * `check-locales.mjs`.
 *
 * @param {Source[]} sources
 * @returns {Locale[]}
 */
export function compileLocales(sources) {
  const errors = placedFindings(sources, vitalChecks, checkFile).filter(
    ({ isHarmless }) => !isHarmless,
  );
  if (errors.length > 0) throw new BuildFault(errors.map(describeError));

  const languages = sources.map(languageOf);
  const original = languages.find(({ code }) => code === defaultLanguage)?.messages ?? {};
  const locales = languages.map((language) => compileLocale(language, original));
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
  const place = requiredLanguages.indexOf(code);
  return place === -1 ? requiredLanguages.length : place;
}

/** @param {import('./locale-checks/findings.mjs').PlacedFinding} finding */
function describeError({ file, line, id, what, mend }) {
  return [`${file}:${line}`, id, `${what}; ${mend}`].filter(Boolean).join(': ');
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
    shown.map((id) => {
      const text = messages[id] ?? original[id] ?? '';
      const language = id in messages ? code : defaultLanguage;
      return [id, compileMessage(text, (elements) => setLineBreaks(id, elements, language))];
    }),
  );
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, table, missing };
}
