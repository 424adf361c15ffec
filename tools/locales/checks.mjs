import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConstants } from '../build/business.ts';
import { readOptional } from '../build/locales.mjs';
import { checkCharacters, checkSpacing } from './characters.mjs';
import { checkChineseTypography, checkHanVariants } from './chinese.mjs';
import { checkContext, checkStale } from './context.mjs';
import { checkGlossary } from './glossary.mjs';
import { checkCompleteness, checkFile, checkIds, checkUnused } from './ids.mjs';
import { checkName, checkOwnName } from './names.mjs';
import { checkScript } from './scripts.mjs';
import {
  checkDigits,
  checkFormats,
  checkHtml,
  checkPlurals,
  checkSelects,
  checkSyntax,
  checkVariables,
} from './syntax.mjs';
import { checkLength, checkUntranslated } from './translation.mjs';

/** Concatenates the source code that may use a message. */
async function readSourceCode() {
  const files = await Promise.all(
    ['client', 'ssr-bundle', 'tools/build'].map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return names
        .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('.test.'))
        .map((name) => join(folder, name));
    }),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  return texts.join('\n');
}

/**
 * Loads what the checks need, and returns all checks of the messages in a folder.
 *
 * @param {string} folder
 */
export async function loadChecks(folder) {
  const file = join(folder, 'context/glossary.json');
  const [code, constants, text] = await Promise.all([
    readSourceCode(),
    loadConstants(),
    readOptional(file),
  ]);
  return allChecks({ code, constants, glossary: { file, text } });
}

/**
 * Returns all checks of the messages.
 *
 * @param {object} site
 * @param {string} site.code source code that may use messages
 * @param {import('../build/business.ts').Constants} site.constants
 * @param {{ file: string, text: string }} site.glossary
 */
export function allChecks({ code, constants, glossary }) {
  return [
    checkFile,
    checkContext,
    checkCharacters,
    checkName,
    checkOwnName,
    checkCompleteness,
    checkIds,
    checkUnused(code),
    checkHtml,
    checkSyntax,
    checkVariables,
    checkSelects,
    checkDigits,
    checkPlurals,
    checkFormats(constants),
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
