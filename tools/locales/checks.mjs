import { checkCharacters, checkSpacing } from './characters.mjs';
import { checkChineseTypography, checkHanVariants } from './chinese.mjs';
import { checkContext, checkStale } from './context.mjs';
import { checkGlossary } from './glossary.mjs';
import { checkFile, checkIds, checkUnused } from './ids.mjs';
import { checkName, checkOwnName } from './names.mjs';
import { checkScript } from './scripts.mjs';
import {
  checkDigits,
  checkFormats,
  checkHtml,
  checkSelects,
  checkSyntax,
  checkVariables,
} from './syntax.mjs';
import { checkLength, checkUntranslated } from './translation.mjs';

/**
 * Returns all checks of the messages.
 *
 * @param {object} site
 * @param {string} site.code source code that may use messages
 * @param {Record<string, string>} site.constants those that any message may use
 * @param {{ file: string, text: string }} site.glossary
 */
export function allChecks({ code, constants, glossary }) {
  return [
    checkFile,
    checkContext,
    checkCharacters,
    checkName,
    checkOwnName,
    checkIds,
    checkUnused(code),
    checkHtml,
    checkSyntax,
    checkVariables,
    checkSelects,
    checkDigits,
    checkFormats,
    checkStale,
    checkUntranslated,
    checkScript,
    checkSpacing,
    checkHanVariants,
    checkChineseTypography,
    checkLength(constants),
    checkGlossary(glossary.file, glossary.text),
  ];
}
