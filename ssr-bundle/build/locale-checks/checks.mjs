import { checkChineseTypography } from './chinese-typography.mjs';
import { checkCopies } from './copies.mjs';
import { checkFile } from './file.mjs';
import { checkHanVariants } from './han-variants.mjs';
import { checkIds } from './ids.mjs';
import { defaultLanguage, languageOf, lineOf } from './language.mjs';
import { checkName } from './name.mjs';
import { checkRefusals } from './refusals.mjs';
import { checkRoom } from './room.mjs';
import { checkSelects } from './selects.mjs';
import { checkSpacing } from './spacing.mjs';
import { checkSyntax } from './syntax.mjs';
import { checkUnused } from './unused.mjs';
import { checkVariables } from './variables.mjs';

/**
 * @typedef {import('./language.mjs').Finding & { file: string, line: number }} PlacedFinding
 */

/**
 * Everything that is wrong with the translations, file by file, line by line.
 *
 * `formatjs verify` would find missing ids, extra ids and lost variables as
 * well, but tells neither the line nor what to do, and refuses what is right in
 * Chinese (see `variables.mjs`). So these checks use the parser it is made of.
 *
 * @param {import('../locales.mjs').Source[]} sources
 * @param {{ code: string, constants: Record<string, string> }} project
 *   its source code, and the values that any message may use
 * @returns {PlacedFinding[]}
 */
export function findingsIn(sources, { code, constants }) {
  const languages = sources.map(languageOf);
  const english = languages.find((language) => language.code === defaultLanguage);
  if (!english) {
    const file = `${defaultLanguage}.json`;
    return [{ file, line: 1, id: '', what: 'English is missing', mend: `bring ${file} back` }];
  }
  const checks = [
    checkFile,
    checkName,
    checkIds,
    checkUnused(code),
    checkSyntax,
    checkVariables,
    checkSelects,
    checkRefusals,
    checkCopies,
    checkSpacing,
    checkHanVariants,
    checkChineseTypography,
    checkRoom(constants),
  ];
  return languages.flatMap((language) =>
    // Of a file that cannot be read, or compared, there is no more to say.
    (language.isReadable && english.isReadable ? checks : [checkFile])
      .flatMap((check) => check(language, english))
      .map((finding) => ({ file: language.file, line: lineOf(language, finding.id), ...finding }))
      .sort((one, other) => one.line - other.line),
  );
}
