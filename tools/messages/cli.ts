#!/usr/bin/env node
/**
 * The commands of localisers.
 *
 *     messages check [vi]          prints each finding with its fix, and the coverage; of all languages or of one
 *     messages check --release     fails as well on what is not reviewed
 *     messages confirm zh [ID]     records the present English of all translations, or of one
 *     messages export [vi]         writes xliff/CODE.xlf for each language, or for one
 *     messages import FILE…        takes translations from XLIFF files into locales/
 *
 * With `--locales=DIR` in another folder than that of the configuration, with `--out=DIR` to another than xliff/.
 */
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type Command,
  checkContext,
  checkFile,
  checkIds,
  checkName,
  checkReviewed,
  checkUnused,
  firstTen,
} from './check-files.ts';
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
  checkHanPunctuation,
  checkHanVariants,
  checkLength,
  checkScript,
  checkSpacing,
  checkUntranslated,
} from './check-texts.ts';
import { formatMessages, fromXliff, toXliff } from './exchange.ts';
import {
  type Check,
  isBlocking,
  type LocatedFinding,
  locatedFindings,
  MessageError,
} from './findings.ts';
import type { Constants } from './icu.ts';
import {
  defaultLanguage,
  descriptionOf,
  isReviewed,
  isSameOnPurpose,
  type Language,
  languageOf,
  readLanguages,
  recordedEnglish,
  translatableIds,
} from './language.ts';

/** What is particular to a project: the default export of its `messages.config.js`, `.mjs` or `.ts`. */
export interface Configuration {
  /** Folder of the languages, by default `locales`. */
  locales?: string;
  /** Folders of the source code that uses the messages. Without it, nothing is reported as unused. */
  code?: string[];
  /** What messages are formatted with when the project is built. Without it, any value may have any format. */
  constants?: Constants;
  /** How the project calls the commands. */
  command?: Command;
  /** A note to the translator of each message in XLIFF files. */
  note?: (id: string) => string;
}

const npx: Command = (...words) => ['npx messages', ...words].join(' ');

/** Reads the configuration in the current folder, if there is one. */
async function readConfiguration(): Promise<Configuration> {
  const names = ['ts', 'mjs', 'js'].map((extension) => resolve(`messages.config.${extension}`));
  const found = names.find((name) => existsSync(name));
  return found ? (await import(pathToFileURL(found).href)).default : {};
}

/** Returns all checks of messages, `checkFile` first. */
export async function allChecks({
  code,
  constants,
  command = npx,
}: Configuration): Promise<[Check, ...Check[]]> {
  return [
    checkFile,
    checkContext,
    checkCharacters,
    checkName,
    checkIds,
    ...(code ? [checkUnused(await readSourceCode(code))] : []),
    checkHtml,
    checkSyntax,
    checkVariables,
    checkDigits,
    checkPlurals,
    checkFormats(constants),
    checkReviewed(command),
    checkUntranslated,
    checkScript,
    checkSpacing,
    checkHanVariants,
    checkHanPunctuation,
    checkLength(constants),
  ];
}

/** Concatenates the source code that may use a message. */
async function readSourceCode(folders: string[]) {
  const names = folders.map(async (folder) =>
    (await readdir(folder, { recursive: true }))
      .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.includes('.test.'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return (await Promise.all((await Promise.all(names)).flat())).join('\n');
}

type Output = Pick<Console, 'log' | 'error'>;

interface Options extends Configuration {
  locales: string;
  out: string;
  release: boolean;
  command: Command;
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      locales: { type: 'string' },
      out: { type: 'string', default: 'xliff' },
      release: { type: 'boolean', default: false },
    },
  });
}

/** Runs a command. Returns the exit status. */
export async function run(
  args: string[],
  output: Output,
  configuration: Configuration,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, ...names] = positionals;
  const locales = values.locales ?? configuration.locales ?? 'locales';
  const options = { command: npx, ...configuration, ...values, locales };
  try {
    if (command === 'check') return (await check(names, options, output)) ? 0 : 1;
    if (command === 'confirm') await confirm(names, options, output);
    else if (command === 'export') await exportFiles(names, options, output);
    else if (command === 'import') {
      if (names.length === 0)
        throw new MessageError([`name the file: ${options.command('import', 'xliff/ms.xlf')}`]);
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
async function check([only]: string[], options: Options, { log }: Output) {
  const { locales, release } = options;
  const { languages, english } = await load(locales);
  const isSelected = ({ code }: { code: string }) => code === (only ?? code);
  const selected = languages.filter(isSelected);
  if (selected.length === 0) {
    const codes = languages.map(({ code }) => code).join(', ');
    throw new MessageError([`There is no language "${only}"; there are ${codes}.`]);
  }
  const findings = locatedFindings(languages, await allChecks(options)).filter(isSelected);
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
  let [reviewed, notReviewed, missing, same] = [0, 0, 0, 0];
  for (const id of translatableIds(english)) {
    if (language.messages[id] === undefined) missing += 1;
    else if (!isReviewed(language, english, id)) notReviewed += 1;
    else if (isSameOnPurpose(language, id)) same += 1;
    else reviewed += 1;
  }
  return `${language.code}: ${reviewed} reviewed, ${notReviewed} not reviewed, ${missing} missing, ${same} the same as English on purpose`;
}

/** Records the present English of a language's translations: somebody has read them beside it. */
async function confirm([code, id]: string[], options: Options, { log }: Output) {
  const { locales, command } = options;
  const { english, others } = await load(locales);
  const language = others.find((other) => other.code === code);
  if (!english || !language) {
    const commands = others.map((other) => command('confirm', other.code)).join(' or ');
    throw new MessageError([`name the language of the translations: ${commands}`]);
  }
  // What cannot be read would be lost.
  if (english.fileError || language.fileError || checkContext(language, english).length > 0) {
    throw new MessageError([`fix first what “${command('check', code)}” reports about the files`]);
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

/**
 * Returns the text of a context file that records the English of some translations, and forgets
 * messages that no longer exist.
 *
 * @param reviewed the English beside which translations were read, by id; null forgets what is recorded
 */
function confirmedContext(
  language: Language,
  english: Language,
  reviewed: ReadonlyMap<string, string | null>,
): string {
  const recorded = translatableIds(english).flatMap((id) => {
    if (language.messages[id] === undefined) return [];
    const text = reviewed.has(id) ? reviewed.get(id) : recordedEnglish(language, id);
    return typeof text === 'string' ? [[id, text]] : [];
  });
  const context = {
    sameAsEnglish: Object.fromEntries(language.context.facts.get('sameAsEnglish') ?? []),
    translatedFrom: Object.fromEntries(recorded),
  };
  return `${JSON.stringify(context, null, 2)}\n`;
}

async function write(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Reads the languages, which must be readable, since an exchange may lose nothing. */
async function loadReadable({ locales, command }: Options) {
  const { english, ...loaded } = await load(locales);
  const unreadable = loaded.languages.find((one) => one.fileError ?? one.context.fileError);
  if (english && !unreadable) return { ...loaded, english };
  const file = unreadable?.file ?? 'the English file';
  throw new MessageError([`fix first what “${command('check')}” reports about ${file}`]);
}

async function exportFiles([code]: string[], options: Options, { log }: Output) {
  const { english, others } = await loadReadable(options);
  const chosen = others.filter((language) => code === undefined || language.code === code);
  if (chosen.length === 0) {
    const codes = others.map((language) => language.code).join(', ');
    throw new MessageError([`there is no language "${code}" to export; there are ${codes}`]);
  }
  for (const language of chosen) {
    const file = join(options.out, `${language.code}.xlf`);
    await write(file, await toXliff(language, english, options.note));
    log(`${file}: ${translatableIds(english).length} messages`);
  }
}

/**
 * Imports a file whole or not at all: not if a unit is unknown, or if its translation breaks a rule of
 * `check`. A unit without a translation changes nothing.
 */
async function importFile(file: string, options: Options, { log }: Output) {
  const read = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new MessageError([
      `${file}: ${reason}; “${options.command('export')}” writes xliff/ms.xlf`,
    ]);
  });
  const { code, units } = await fromXliff(file, read);
  const { languages, english, others } = await loadReadable(options);
  const language = others.find((other) => other.code === code);
  if (!language) {
    const path = join(options.locales, `${code}.json`);
    throw new MessageError([`${file}: there is no language "${code}"; create ${path} first`]);
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
  for (const finding of locatedFindings(updatedLanguages, await allChecks(options))) {
    if (finding.code !== code || !changed.has(finding.id) || !isBlocking(finding, 'check'))
      continue;
    errors.push(`${file}: ${finding.id}: ${finding.what}; ${finding.fix}`);
  }
  if (errors.length > 0) {
    throw new MessageError([...firstTen(errors), `nothing of ${file} was imported`]);
  }

  const reviewed = translated
    .filter(([id, { isApproved }]) => isApproved || changed.has(id))
    .map(([id, { isApproved, source }]) => [id, isApproved ? source : null] as const);
  await write(language.file, text);
  await write(context.file, confirmedContext(updated, english, new Map(reviewed)));
  log(`${language.file}: ${changed.size} of ${units.size} messages changed`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await run(process.argv.slice(2), console, await readConfiguration());
}
