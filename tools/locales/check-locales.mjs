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
import { parseArgs } from 'node:util';
import { readSources } from '../build/locales.mjs';
import { loadChecks } from './checks.mjs';
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

const [sources, checks] = await Promise.all([
  readSources(options.locales),
  loadChecks(options.locales),
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
const findings = locatedFindings(sources, checks).filter(isSelected);
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
