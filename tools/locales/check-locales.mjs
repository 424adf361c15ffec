/**
 * Checks every translation, prints each finding with its fix, and how much is translated.
 *
 *     node tools/locales/check-locales.mjs                  checks locales/
 *     node tools/locales/check-locales.mjs --language=vi    prints the findings of one language
 *     node tools/locales/check-locales.mjs --release        fails as well on what is out of date
 *     node tools/locales/check-locales.mjs --locales=DIR    checks another folder
 *
 * `formatjs verify` also finds missing ids, extra ids and missing variables, but reports neither
 * lines nor fixes, and rejects valid Chinese (see `checkVariables`). These checks use its parser.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { readOptional, readSources } from '../build/locales.mjs';
import { allChecks } from './checks.mjs';
import { coverageOf, descriptionOf } from './context.mjs';
import { isBlocking, locatedFindings } from './findings.mjs';
import { defaultLanguage, languageOf } from './language.mjs';

const { values: options } = parseArgs({
  options: {
    language: { type: 'string' },
    locales: { type: 'string', default: 'locales' },
    release: { type: 'boolean', default: false },
  },
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

async function readGlossary() {
  const file = join(options.locales, 'context/glossary.json');
  return { file, text: await readOptional(file) };
}

const [sources, code, constants, glossary] = await Promise.all([
  readSources(options.locales),
  readSourceCode(),
  loadConstants(),
  readGlossary(),
]);
const languages = sources.map(languageOf);
const english = languages.find((language) => language.code === defaultLanguage);
const isSelected = (/** @type {{ code: string }} */ item) =>
  options.language === undefined || item.code === options.language;
const step = options.release ? 'release' : 'check';

/** @param {import('./findings.mjs').LocatedFinding} finding */
function print(finding) {
  const { file, line, column, id, what, fix, details = [] } = finding;
  const isTranslation = english !== undefined && finding.code !== english.code;
  const description = isTranslation ? descriptionOf(english, id) : '';
  const lines = [
    `${file}:${line}:${column} ${id}`,
    `${isBlocking(finding, step) ? '' : 'Warning: '}${what}`,
    ...details,
    ...(description === '' ? [] : [`About the text: ${description}`]),
    `Fix: ${fix}.`,
  ];
  console.log(lines.join('\n  '));
}

/** @param {import('./language.mjs').Language} language */
function printCoverage(language) {
  if (!english || language === english || language.fileError || english.fileError) return;
  const { translated, stale, missing, same, notRecorded } = coverageOf(language, english);
  console.log(
    `${language.code}: ${translated} translated, ${stale} out of date, ${missing} missing, ` +
      `${same} the same as English on purpose`,
  );
  if (notRecorded === 0) return;
  console.log(
    `  ${notRecorded} not recorded: a change of their English goes unnoticed. ` +
      `To record it: make locales-confirm LANG=${language.code}`,
  );
}

if (options.language !== undefined && !languages.some(isSelected)) {
  const codes = languages.map((language) => language.code).join(', ');
  console.error(`There is no language "${options.language}"; there are ${codes}.`);
  process.exit(1);
}
const findings = locatedFindings(sources, allChecks({ code, constants, glossary })).filter(
  isSelected,
);
for (const finding of findings) print(finding);
for (const language of languages.filter(isSelected)) printCoverage(language);

const errors = findings.filter((finding) => isBlocking(finding, step)).length;
const warnings = findings.length - errors;
const ids = new Set(languages.flatMap(({ messages }) => Object.keys(messages)));
const codes = languages.filter(isSelected).map((language) => language.code);
console.log(
  `${errors} ${errors === 1 ? 'error' : 'errors'} and ` +
    `${warnings} ${warnings === 1 ? 'warning' : 'warnings'} in ` +
    `${ids.size} messages in ${codes.join(', ')}`,
);
process.exitCode = errors > 0 ? 1 : 0;
