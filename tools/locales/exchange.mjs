/**
 * Exchanges messages with translation tools, as XLIFF 1.2.
 *
 *     node tools/locales/exchange.mjs export          writes xliff/CODE.xlf for each language
 *     node tools/locales/exchange.mjs export vi       for one language
 *     node tools/locales/exchange.mjs import FILE…    takes translations into locales/
 *     node tools/locales/exchange.mjs --locales=DIR --out=DIR …
 *
 * A file is imported whole or not at all: not if a unit is unknown, or if its translation breaks a
 * rule of `make locales`. A unit without a translation changes nothing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError } from '../build/errors.ts';
import { readSources } from '../build/locales.mjs';
import { loadChecks } from './checks.mjs';
import { confirmedContext, translatableIds } from './context.mjs';
import { isBlocking, locatedFindings } from './findings.mjs';
import { defaultLanguage, languageOf } from './language.mjs';
import { formatMessages, fromXliff, toXliff } from './xliff.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locales: { type: 'string', default: 'locales' },
    out: { type: 'string', default: 'xliff' },
  },
});

/** Reads the languages, which must be readable, since nothing may be lost. */
async function readLanguages() {
  const sources = await readSources(options.locales);
  const languages = sources.map(languageOf);
  const unreadable = languages.find((one) => one.fileError ?? one.context.fileError);
  const english = languages.find(({ code }) => code === defaultLanguage);
  if (!english || unreadable) {
    throw new BuildError([
      `fix first what “make locales” reports about ${unreadable?.file ?? 'the English file'}`,
    ]);
  }
  return { sources, english, others: languages.filter((language) => language !== english) };
}

/** @param {string} [code] by default every language */
async function exportLanguages(code) {
  const { english, others } = await readLanguages();
  const chosen = others.filter((language) => code === undefined || language.code === code);
  if (chosen.length === 0) {
    const codes = others.map((language) => language.code).join(', ');
    throw new BuildError([`there is no language "${code}" to export; there are ${codes}`]);
  }
  await mkdir(options.out, { recursive: true });
  for (const language of chosen) {
    const file = join(options.out, `${language.code}.xlf`);
    await writeFile(file, await toXliff(language, english));
    console.log(`${file}: ${translatableIds(english).length} messages`);
  }
}

/** @param {string} file */
async function importFile(file) {
  const { code, units } = await fromXliff(file, await readFile(file, 'utf8'));
  const { sources, english, others } = await readLanguages();
  const language = others.find((other) => other.code === code);
  if (!language) {
    throw new BuildError([
      `${file}: the site has no language "${code}"; create ${join(options.locales, `${code}.json`)} first`,
    ]);
  }
  const ids = translatableIds(english);
  const unknown = [...units.keys()].filter((id) => !ids.includes(id));
  const translated = [...units].filter(([, { target }]) => target.trim() !== '');
  const changed = translated.filter(([id, { target }]) => target !== language.messages[id]);

  const text = formatMessages({
    ...language.messages,
    ...Object.fromEntries(changed.map(([id, { target }]) => [id, target])),
  });
  const changedSources = sources.map((source) =>
    source.code === code ? { ...source, text } : source,
  );
  const names = changed.map(([id]) => id);
  const rejected = locatedFindings(changedSources, await loadChecks(options.locales)).filter(
    (finding) =>
      finding.code === code && names.includes(finding.id) && isBlocking(finding, 'check'),
  );
  const errors = [
    ...unknown.map((id) => `${file}: ${id}: en.json has no such message; delete the unit`),
    ...rejected.map(({ id, what, fix }) => `${file}: ${id}: ${what}; ${fix}`),
  ];
  if (errors.length > 0) throw new BuildError([...errors, `nothing of ${file} was imported`]);

  const confirmed = translated
    .filter(([id, { isApproved }]) => isApproved || names.includes(id))
    .map(([id, { source }]) => [id, source]);
  const [updated] = changedSources.filter((source) => source.code === code).map(languageOf);
  const context = confirmedContext(updated ?? language, english, Object.fromEntries(confirmed));
  await writeFile(language.file, text);
  await mkdir(dirname(language.context.file), { recursive: true });
  await writeFile(language.context.file, context);
  console.log(`${language.file}: ${changed.length} of ${units.size} messages changed`);
}

try {
  const [command, ...names] = positionals;
  if (command === 'export') await exportLanguages(names[0]);
  else if (command === 'import' && names.length > 0) {
    for (const file of names) await importFile(file);
  } else throw new BuildError(['say what to do: export, or import and the files']);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
