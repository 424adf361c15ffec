import { dirname, join } from 'node:path';
import { defaultLanguage, languageOf, lineOf, requiredLanguages } from './language.mjs';

/**
 * @typedef {import('./language.mjs').Finding & { file: string, line: number }} PlacedFinding
 */

/**
 * What checks find in the languages of a folder, file by file, line by line.
 *
 * @param {import('../locales.mjs').Source[]} sources
 * @param {import('./language.mjs').Check[]} checks
 * @param {import('./language.mjs').Check} checkFile the one that says why a file cannot be read
 * @returns {PlacedFinding[]}
 */
export function placedFindings(sources, checks, checkFile) {
  const languages = sources.map(languageOf);
  const missing = missingLanguages(sources);
  const english = languages.find(({ code }) => code === defaultLanguage);
  if (!english) return missing;
  const found = languages.flatMap((language) =>
    // Of a file that cannot be read, or compared, there is no more to say.
    (language.fileError || english.fileError ? [checkFile] : checks)
      .flatMap((check) => check(language, english))
      .map((finding) => ({ file: language.file, line: lineOf(language, finding.id), ...finding }))
      .sort((one, other) => one.line - other.line),
  );
  return [...missing, ...found];
}

/**
 * @param {import('../locales.mjs').Source[]} sources
 * @returns {PlacedFinding[]}
 */
function missingLanguages(sources) {
  const folder = dirname(sources[0]?.file ?? '');
  return requiredLanguages
    .filter((required) => !sources.some(({ code }) => code === required))
    .map((code) => ({
      file: join(folder, `${code}.json`),
      line: 1,
      id: '',
      what: 'the file is missing, of a language that the site must speak',
      mend: 'bring it back',
    }));
}
