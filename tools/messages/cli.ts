#!/usr/bin/env node
/**
 * The commands of localisers.
 *
 *     messages check [vi]          prints each finding with its fix, and the coverage; of all languages or of one
 *     messages check --release     fails as well on what is not reviewed
 *     messages confirm zh [ID]     records the present English of all translations, or of one
 *
 * With `--locales=DIR` in another folder than that of the configuration.
 */
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type Command,
  checkContext,
  checkFile,
  checkIds,
  checkName,
  checkReviewed,
  checkUnused,
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
import {
  type Check,
  isBlocking,
  type LocatedFinding,
  locatedFindings,
  MessageError,
} from './findings.ts';
import type { Constants } from './icu.ts';
import { formatMessages } from './json.ts';
import {
  descriptionOf,
  isReviewed,
  isSameOnPurpose,
  type Language,
  readLanguages,
  recordedEnglish,
  sourceLanguage,
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
  release: boolean;
  command: Command;
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      locales: { type: 'string' },
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
    else throw new MessageError(['say what to do: check or confirm']);
    return 0;
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    output.error(error.message);
    return 1;
  }
}

async function load(folder: string) {
  const languages = await readLanguages(folder);
  const english = languages.find(({ code }) => code === sourceLanguage);
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

/**
 * Records the present English of a language's translations: somebody has read them beside it. Writes the
 * translations as files of languages are, since other tools indent, sort and escape in other ways.
 */
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
  await mkdir(dirname(language.context.file), { recursive: true });
  await writeFile(language.context.file, confirmedContext(language, english, confirmed));
  // Of a file with other lines, such as duplicates, some would be lost.
  if (Object.keys(language.messages).length === language.entries.length)
    await writeFile(language.file, formatMessages(language.messages));
  const what = id ?? `${ids.length} translations`;
  log(`${language.context.file}: recorded the English of ${what}`);
}

/**
 * Returns the text of a context file that records the English of some translations, and forgets
 * messages that no longer exist.
 *
 * @param confirmed ids of the translations
 */
function confirmedContext(language: Language, english: Language, confirmed: string[]): string {
  const recorded = translatableIds(english).flatMap((id) => {
    if (language.messages[id] === undefined) return [];
    const text = confirmed.includes(id) ? english.messages[id] : recordedEnglish(language, id);
    return text === undefined ? [] : [[id, text]];
  });
  const context = {
    sameAsEnglish: Object.fromEntries(language.context.facts.get('sameAsEnglish') ?? []),
    translatedFrom: Object.fromEntries(recorded),
  };
  return `${JSON.stringify(context, null, 2)}\n`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  process.exitCode = await run(process.argv.slice(2), console, await readConfiguration());
}
