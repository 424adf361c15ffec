import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadChecks } from './checks.ts';
import { checkContext, confirmedContext, coverageOf, descriptionOf } from './context.ts';
import { formatMessages, fromXliff, toXliff } from './exchange.ts';
import { isBlocking, type LocatedFinding, locatedFindings, MessageError } from './findings.ts';
import {
  defaultLanguage,
  type Language,
  languageOf,
  readLanguages,
  translatableIds,
} from './language.ts';

type Output = Pick<Console, 'log' | 'error'>;

type Options = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string' },
      locales: { type: 'string', default: 'locales' },
      out: { type: 'string', default: 'xliff' },
      release: { type: 'boolean', default: false },
    },
  });
}

/** Runs a command. Returns the exit status. */
export async function run(args: string[], output: Output): Promise<number> {
  const { values: options, positionals } = parse(args);
  const [command, ...names] = positionals;
  try {
    if (command === 'check') return (await check(options, output)) ? 0 : 1;
    if (command === 'confirm') await confirm(names, options, output);
    else if (command === 'export') await exportFiles(names, options, output);
    else if (command === 'import') {
      if (names.length === 0)
        throw new MessageError(['name the file: make locales-import FILE=xliff/ms.xlf']);
      for (const file of names) await importFile(file, options, output);
    } else throw new MessageError(['say what to do: check, confirm, export, or import and files']);
    return 0;
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    output.error(error.message);
    return 1;
  }
}

async function load(folder: string) {
  const languages = await readLanguages(folder);
  const english = languages.find(({ code }) => code === defaultLanguage);
  return { languages, english, others: languages.filter((it) => it !== english) };
}

/** Prints the findings and the coverage. Returns whether no finding is an error. */
async function check({ locales, language: only, release }: Options, { log }: Output) {
  const { languages, english } = await load(locales);
  const isSelected = ({ code }: { code: string }) => code === (only ?? code);
  const selected = languages.filter(isSelected);
  if (selected.length === 0) {
    const codes = languages.map(({ code }) => code).join(', ');
    throw new MessageError([`There is no language "${only}"; there are ${codes}.`]);
  }
  const findings = locatedFindings(languages, await loadChecks()).filter(isSelected);
  const isError = (finding: LocatedFinding) => isBlocking(finding, release ? 'release' : 'check');
  for (const finding of findings) {
    const { code, file, line, column, id, what, fix, details = [] } = finding;
    const description = english && code !== english.code ? descriptionOf(english, id) : '';
    const lines = [
      `${file}:${line}:${column} ${id}`,
      `${isError(finding) ? '' : 'Warning: '}${what}`,
      ...details,
      ...(description === '' ? [] : [`About the text: ${description}`]),
      `Fix: ${fix}.`,
    ];
    log(lines.join('\n  '));
  }
  for (const language of selected) {
    if (english && language !== english && !language.fileError && !english.fileError) {
      log(describeCoverage(language, english));
    }
  }
  const errors = findings.filter(isError).length;
  const ids = new Set(languages.flatMap(({ messages }) => Object.keys(messages)));
  const codes = selected.map(({ code }) => code).join(', ');
  const counts = `${count(errors, 'error')} and ${count(findings.length - errors, 'warning')}`;
  log(`${counts} in ${ids.size} messages in ${codes}`);
  return errors === 0;
}

function count(number: number, noun: string) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function describeCoverage(language: Language, english: Language) {
  const { reviewed, notReviewed, missing, same } = coverageOf(language, english);
  return `${language.code}: ${reviewed} reviewed, ${notReviewed} not reviewed, ${missing} missing, ${same} the same as English on purpose`;
}

/** Records the present English of a language's translations: somebody has read them beside it. */
async function confirm([code, id]: string[], { locales }: Options, { log }: Output) {
  const { english, others } = await load(locales);
  const language = others.find((other) => other.code === code);
  if (!english || !language) {
    const codes = others.map((other) => `LANG=${other.code}`).join(' or ');
    throw new MessageError([`name the language of the translations: ${codes}`]);
  }
  // What cannot be read would be lost.
  if (english.fileError || language.fileError || checkContext(language, english).length > 0) {
    throw new MessageError([`fix first what “make locales LANG=${code}” reports about the files`]);
  }
  const ids = translatableIds(english).filter((each) => language.messages[each] !== undefined);
  if (id !== undefined && !ids.includes(id)) {
    throw new MessageError([`${language.file} has no translation of "${id}"`]);
  }
  const confirmed = id === undefined ? ids : [id];
  const texts = new Map(confirmed.map((each) => [each, english.messages[each] ?? '']));
  await write(language.context.file, confirmedContext(language, english, texts));
  const what = id ?? `${ids.length} translations`;
  log(`${language.context.file}: recorded the English of ${what}`);
}

async function write(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Reads the languages, which must be readable, since an exchange may lose nothing. */
async function loadReadable(folder: string) {
  const { english, ...loaded } = await load(folder);
  const unreadable = loaded.languages.find((one) => one.fileError ?? one.context.fileError);
  if (english && !unreadable) return { ...loaded, english };
  const file = unreadable?.file ?? 'the English file';
  throw new MessageError([`fix first what “make locales” reports about ${file}`]);
}

async function exportFiles([code]: string[], { locales, out }: Options, { log }: Output) {
  const { english, others } = await loadReadable(locales);
  const chosen = others.filter((language) => code === undefined || language.code === code);
  if (chosen.length === 0) {
    const codes = others.map((language) => language.code).join(', ');
    throw new MessageError([`there is no language "${code}" to export; there are ${codes}`]);
  }
  for (const language of chosen) {
    const file = join(out, `${language.code}.xlf`);
    await write(file, await toXliff(language, english));
    log(`${file}: ${translatableIds(english).length} messages`);
  }
}

/** How many errors of an imported file are printed: a wrong setting of a tool breaks every unit. */
const maxImportErrors = 10;

/**
 * Imports a file whole or not at all: not if a unit is unknown, or if its translation breaks a rule of
 * `make locales`. A unit without a translation changes nothing.
 */
async function importFile(file: string, { locales }: Options, { log }: Output) {
  const read = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new MessageError([`${file}: ${reason}; “make locales-export” writes xliff/ms.xlf`]);
  });
  const { code, units } = await fromXliff(file, read);
  const { languages, english, others } = await loadReadable(locales);
  const language = others.find((other) => other.code === code);
  if (!language) {
    const path = join(locales, `${code}.json`);
    throw new MessageError([`${file}: the site has no language "${code}"; create ${path} first`]);
  }
  const { messages, context } = language;
  const known = translatableIds(english);
  const translated = [...units].filter(
    ([id, { target }]) => known.includes(id) && target.trim() !== '',
  );
  const changed = new Map(
    translated
      .filter(([id, { target }]) => target !== messages[id])
      .map(([id, { target }]) => [id, target]),
  );
  const text = formatMessages({ ...messages, ...Object.fromEntries(changed) });
  const updated = { ...languageOf(code, language.file, text), context };
  const updatedLanguages = languages.map((it) => (it === language ? updated : it));
  const errors = [...units.keys()]
    .filter((id) => !known.includes(id))
    .map((id) => `${file}: ${id}: en.json has no such message; delete the unit`);
  for (const finding of locatedFindings(updatedLanguages, await loadChecks())) {
    if (finding.code !== code || !changed.has(finding.id) || !isBlocking(finding, 'check'))
      continue;
    errors.push(`${file}: ${finding.id}: ${finding.what}; ${finding.fix}`);
  }
  if (errors.length > 0) {
    const more = errors.length - maxImportErrors;
    throw new MessageError([
      ...errors.slice(0, maxImportErrors),
      ...(more > 0 ? [`and ${more} more`] : []),
      `nothing of ${file} was imported`,
    ]);
  }

  const reviewed = translated
    .filter(([id, { isApproved }]) => isApproved || changed.has(id))
    .map(([id, { isApproved, source }]) => [id, isApproved ? source : null] as const);
  await write(language.file, text);
  await write(context.file, confirmedContext(updated, english, new Map(reviewed)));
  log(`${language.file}: ${changed.size} of ${units.size} messages changed`);
}
