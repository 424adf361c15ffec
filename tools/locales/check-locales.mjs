/**
 * Checks every translation and prints each finding with its fix.
 *
 *     node tools/locales/check-locales.mjs                  checks locales/
 *     node tools/locales/check-locales.mjs --locales=DIR    checks another folder
 *
 * `formatjs verify` also finds missing ids, extra ids and missing variables, but reports neither
 * lines nor fixes, and rejects valid Chinese (see `checkVariables`). These checks use its parser.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { readSources } from '../build/locales.mjs';
import { checkCharacters, checkSpacing } from './characters.mjs';
import { checkChineseTypography, checkHanVariants } from './chinese.mjs';
import { locatedFindings } from './findings.mjs';
import { checkFile, checkIds, checkName, checkUnused } from './ids.mjs';
import { languageOf } from './language.mjs';
import { checkFormats, checkSelects, checkSyntax, checkVariables } from './syntax.mjs';
import { checkLength, checkUntranslated } from './translation.mjs';

const { values: options } = parseArgs({
  options: { locales: { type: 'string', default: 'locales' } },
});

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

/** Loads the constants that any message may use. Node cannot import TypeScript itself. */
async function loadConstants() {
  const { outputFiles } = await build({
    entryPoints: ['client/business.ts'],
    format: 'esm',
    write: false,
  });
  const [script] = outputFiles.map(({ text }) => encodeURIComponent(text));
  const { brand, offer } = await import(`data:text/javascript,${script}`);
  return { brand, ...offer };
}

const [sources, code, constants] = await Promise.all([
  readSources(options.locales),
  readSourceCode(),
  loadConstants(),
]);
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
const findings = locatedFindings(sources, checks);

for (const { file, line, id, what, fix } of findings) {
  console.log(`${file}:${line} ${id}\n  ${what}\n  Fix: ${fix}.`);
}
const ids = new Set(sources.flatMap((source) => Object.keys(languageOf(source).messages)));
const languages = sources.map(({ code: language }) => language).join(', ');
console.log(
  `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ` +
    `${ids.size} messages in ${languages}`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
