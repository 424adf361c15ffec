import { dirname, join } from 'node:path';
import { checkFile, isGroup } from './ids.mjs';
import { defaultLanguage, languageOf, placeOfMessage } from './language.mjs';

/**
 * @typedef {{ code: string, file: string, line: number, column: number }} Location
 * @typedef {import('./language.mjs').Finding & Location} LocatedFinding
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
  const english = languages.find(({ code }) => code === defaultLanguage);
  if (!english) return [missingEnglish(sources)];
  return languages.flatMap((language) =>
    (isUnreadable(language) || isUnreadable(english) ? [checkFile] : checks)
      .flatMap((check) => check(language, english))
      .map(({ place, ...finding }) => ({
        code: language.code,
        file: language.file,
        ...(place ?? placeOfMessage(language, finding.id)),
        ...finding,
      }))
      .sort((one, other) => one.line - other.line),
  );
}

/**
 * @param {import('../build/locales.mjs').Source[]} sources
 * @returns {LocatedFinding}
 */
function missingEnglish(sources) {
  return {
    code: defaultLanguage,
    file: join(dirname(sources[0]?.file ?? ''), `${defaultLanguage}.json`),
    line: 1,
    column: 1,
    id: '',
    what: 'the file of the default language is missing',
    fix: 'restore it',
  };
}

/**
 * Whether further findings would only be consequences: the file cannot be read, or its texts are in
 * groups.
 *
 * @param {import('./language.mjs').Language} language
 */
function isUnreadable({ fileError, entries }) {
  return fileError !== null || entries.some(({ value }) => isGroup(value));
}

/** The steps that findings may block, in order. */
const steps = { build: 0, check: 1, release: 2, nothing: 3 };

/**
 * Whether a finding fails a step.
 *
 * @param {import('./language.mjs').Finding} finding
 * @param {keyof typeof steps} step
 */
export function isBlocking({ blocks = 'build' }, step) {
  return steps[blocks] <= steps[step];
}
