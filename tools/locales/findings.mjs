import { dirname, join } from 'node:path';
import { checkFile } from './ids.mjs';
import { defaultLanguage, languageOf, lineOf, requiredLanguages } from './language.mjs';

/**
 * @typedef {import('./language.mjs').Finding & { file: string, line: number }} LocatedFinding
 */

/**
 * Runs checks on all languages, but only `checkFile` if a file is unreadable. Returns the findings in
 * the order of files and lines.
 *
 * @param {import('../build/locales.mjs').Source[]} sources
 * @param {import('./language.mjs').Check[]} checks
 * @returns {LocatedFinding[]}
 */
export function locatedFindings(sources, checks) {
  const languages = sources.map(languageOf);
  const missing = missingLanguages(sources);
  const english = languages.find(({ code }) => code === defaultLanguage);
  if (!english) return missing;
  const found = languages.flatMap((language) =>
    (language.fileError || english.fileError ? [checkFile] : checks)
      .flatMap((check) => check(language, english))
      .map((finding) => ({ file: language.file, line: lineOf(language, finding.id), ...finding }))
      .sort((one, other) => one.line - other.line),
  );
  return [...missing, ...found];
}

/**
 * @param {import('../build/locales.mjs').Source[]} sources
 * @returns {LocatedFinding[]}
 */
function missingLanguages(sources) {
  const folder = dirname(sources[0]?.file ?? '');
  return requiredLanguages
    .filter((required) => !sources.some(({ code }) => code === required))
    .map((code) => ({
      file: join(folder, `${code}.json`),
      line: 1,
      id: '',
      what: 'the file of a required language is missing',
      fix: 'restore it',
    }));
}
