import { checkCharacters } from './characters.mjs';
import { checkChineseTypography } from './chinese-typography.mjs';
import { checkFile } from './file.mjs';
import { locatedFindings } from './findings.mjs';
import { checkFormats } from './formats.mjs';
import { checkHanVariants } from './han-variants.mjs';
import { checkIds } from './ids.mjs';
import { checkLength } from './length.mjs';
import { checkName } from './name.mjs';
import { checkSelects } from './selects.mjs';
import { checkSpacing } from './spacing.mjs';
import { checkSyntax } from './syntax.mjs';
import { checkUntranslated } from './untranslated.mjs';
import { checkUnused } from './unused.mjs';
import { checkVariables } from './variables.mjs';

/**
 * Runs all checks. Returns the findings in the order of files and lines.
 *
 * `formatjs verify` also finds missing ids, extra ids and missing variables, but reports neither
 * lines nor fixes, and rejects valid Chinese (see `variables.mjs`). These checks use its parser.
 *
 * @param {import('../build/locales.mjs').Source[]} sources
 * @param {{ code: string, constants: Record<string, string> }} project
 *   its source code, and the constants that any message may use
 * @returns {import('./findings.mjs').LocatedFinding[]}
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
    checkFormats,
    checkUntranslated,
    checkSpacing,
    checkHanVariants,
    checkChineseTypography,
    checkLength(constants),
  ];
  return locatedFindings(sources, checks, checkFile);
}
