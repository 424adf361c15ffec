import { checkCharacters } from './characters.mjs';
import { checkChineseTypography } from './chinese-typography.mjs';
import { checkCopies } from './copies.mjs';
import { checkFile } from './file.mjs';
import { placedFindings } from './findings.mjs';
import { checkHanVariants } from './han-variants.mjs';
import { checkIds } from './ids.mjs';
import { checkName } from './name.mjs';
import { checkRefusals } from './refusals.mjs';
import { checkRoom } from './room.mjs';
import { checkSelects } from './selects.mjs';
import { checkSpacing } from './spacing.mjs';
import { checkSyntax } from './syntax.mjs';
import { checkUnused } from './unused.mjs';
import { checkVariables } from './variables.mjs';

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
 * @returns {import('./findings.mjs').PlacedFinding[]}
 */
export function findingsIn(sources, { code, constants }) {
  const checks = [
    checkFile,
    checkCharacters,
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
  return placedFindings(sources, checks, checkFile);
}
