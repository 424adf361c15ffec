import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as config from '../../client/site/config.ts';
import { checkChineseTypography, checkHanVariants } from './check-chinese.ts';
import { checkFile, checkIds, checkName, checkUnused } from './check-files.ts';
import {
  checkDigits,
  checkFormats,
  checkHtml,
  checkPlurals,
  checkSyntax,
  checkVariables,
} from './check-syntax.ts';
import {
  checkCharacters,
  checkLength,
  checkScript,
  checkSpacing,
  checkUntranslated,
} from './check-texts.ts';
import { checkContext, checkReviewed } from './context.ts';
import type { Check } from './findings.ts';
import { type Constants, siteConstants } from './icu.ts';

/** Returns all checks of this site's messages. */
export async function loadChecks(): Promise<Check[]> {
  return allChecks(await readSourceCode(), siteConstants(config));
}

/** Concatenates the source code that may use a message. */
async function readSourceCode() {
  const folders = ['client', 'ssr-bundle', 'tools/share'].map(async (folder) => {
    const names = await readdir(folder, { recursive: true });
    return names
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(folder, name));
  });
  const files = (await Promise.all(folders)).flat();
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

/**
 * Returns all checks of messages.
 *
 * @param code source code that may use messages
 */
export function allChecks(code: string, constants: Constants): Check[] {
  return [
    checkFile,
    checkContext,
    checkCharacters,
    checkName,
    checkIds,
    checkUnused(code),
    checkHtml,
    checkSyntax,
    checkVariables,
    checkDigits,
    checkPlurals,
    checkFormats(constants),
    checkReviewed,
    checkUntranslated,
    checkScript,
    checkSpacing,
    checkHanVariants,
    checkChineseTypography,
    checkLength(constants),
  ];
}
