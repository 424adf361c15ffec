import { TYPE } from '@formatjs/icu-messageformat-parser';
import type { Message } from '../../client/language/messages.ts';
import {
  type Command,
  checkCompleteness,
  checkFile,
  checkIds,
  checkName,
  checkReviewed,
} from '../messages/check-files.ts';
import { checkFormats, checkSyntax, checkVariables } from '../messages/check-syntax.ts';
import { checkCharacters } from '../messages/check-texts.ts';
import {
  type Check,
  describeFinding,
  isBlocking,
  locatedFindings,
  MessageError,
} from '../messages/findings.ts';
import {
  type CompiledMessage,
  type Constants,
  compileMessage,
  constantsOf,
  parseMessage,
} from '../messages/icu.ts';
import {
  isDraft,
  type Language,
  readLanguages,
  sourceLanguage,
  translatableIds,
} from '../messages/language.ts';
import { pseudoLocales } from './pseudo-locales.ts';
import type { SiteConfig } from './site-config.ts';

/** A language as the site uses it. */
export interface Locale {
  code: string;
  /** In the language itself. */
  name: string;
  /** `ltr` or `rtl`. */
  dir: string;
  /** Whether it is a pseudo-locale, for testing. */
  isPseudo: boolean;
  /** Whether `?lang=` alone selects it. */
  isDraft: boolean;
  table: Record<string, Message>;
  /** Ids without a text, for which that of English stands. */
  missing: string[];
}

/** Returns what the messages of the site are formatted with. */
export function siteConstants(config: SiteConfig): Constants {
  const { brand, offer, times, timeZone } = config;
  const dates = Object.entries(times).map(([name, time]) => [name, new Date(time)]);
  return { values: { brand, ...offer, ...Object.fromEntries(dates) }, timeZone };
}

/** The targets of the Makefile. */
export const command: Command = (name, what, id) =>
  [
    name === 'check' ? 'make locales' : `make locales-${name}`,
    ...(what ? [`LANG=${what}`] : []),
    ...(id ? [`ID=${id}`] : []),
  ].join(' ');

/** Reads and compiles every language in a folder. */
export async function readLocales(folder: string, config: SiteConfig): Promise<Locale[]> {
  return compileLocales(await readLanguages(folder), siteConstants(config), config.firstLanguages);
}

/**
 * Compiles every language, in the order of the menu. Throws a `MessageError` that lists the errors of all files.
 * Style is left to `make locales`.
 *
 * @param firstLanguages codes of the first in the menu: the site's default, and others
 * @param isDevelopment whether languages that are no drafts may lack messages as well
 */
export function compileLocales(
  languages: Language[],
  constants: Constants,
  firstLanguages: readonly string[],
  isDevelopment = false,
): Locale[] {
  const checks: [Check, ...Check[]] = [
    checkFile,
    checkCharacters,
    checkName,
    ...(isDevelopment ? [] : [checkCompleteness(command)]),
    checkIds,
    checkSyntax,
    checkVariables,
    checkFormats(constants),
  ];
  const errors = locatedFindings(languages, checks).filter((finding) =>
    isBlocking(finding, 'build'),
  );
  if (errors.length > 0) {
    throw new MessageError(
      errors.map(describeFinding),
      errors.map(({ file }) => file),
    );
  }
  const english = englishOf(languages);
  const locales = languages.map((language) => ({
    ...compileLocale(language, english.messages, constants),
    isDraft: isDraft(language),
  }));
  const position = ({ code }: Locale) => {
    const first = firstLanguages.indexOf(code);
    return first === -1 ? firstLanguages.length : first;
  };
  return locales.sort((a, b) => position(a) - position(b) || (a.code < b.code ? -1 : 1));
}

function englishOf<In extends { code: string }>(languages: In[]): In {
  const english = languages.find(({ code }) => code === sourceLanguage);
  if (!english) throw new MessageError([`locales/${sourceLanguage}.json is missing`]);
  return english;
}

/** Compiles the pseudo-locales of English, of languages that compile. */
export function compilePseudoLocales(languages: Language[], constants: Constants): Locale[] {
  const { messages } = englishOf(languages);
  return pseudoLocales(messages).map((pseudoLocale) => ({
    ...compileLocale(pseudoLocale, messages, constants),
    isPseudo: true,
  }));
}

/** Describes what does not fail the build, such as translations that are not reviewed. */
export function localeWarnings(languages: Language[]): string[] {
  return locatedFindings(languages, [checkFile, checkReviewed(command)]).map(describeFinding);
}

/** @param language without errors */
function compileLocale(
  { code, messages }: Pick<Language, 'code' | 'messages'>,
  original: Record<string, string>,
  siteConstants: Constants,
): Locale {
  const { 'locale.name': name = code, 'locale.dir': dir = 'ltr' } = messages;
  const constants = constantsOf(messages, siteConstants);
  const ids = translatableIds({ messages: original });
  const table = Object.fromEntries(
    ids.map((id) => {
      const tree = parseMessage(messages[id] ?? original[id] ?? '');
      const language = id in messages ? code : sourceLanguage;
      return [id, withoutTypes(compileMessage(tree, language, constants))];
    }),
  );
  const missing = Object.keys(original).filter((id) => !(id in messages));
  return { code, name, dir, isPseudo: false, isDraft: false, table, missing };
}

/**
 * Returns the declaration of what each message gets from the code that shows it: the variables without a constant,
 * and the tags. Where the code gives something else, its types do not match.
 */
export function declareValues(locales: Locale[]): string {
  const messages = Object.entries(englishOf(locales).table).flatMap(([id, message]) => {
    const members = partsOf(message).map(
      ({ name, content }) => `${name}: ${content === undefined ? 'Value' : 'Tag'}`,
    );
    return members.length > 0 ? [`  '${id}': { ${[...new Set(members)].join('; ')} };\n`] : [];
  });
  return `// Generated by the build from locales/en.json and client/site/config.ts.
import type { ReactNode } from 'react';

/** The value of a variable. */
export type Value = string | number;

/** Returns an element for the content of a tag. */
export type Tag = (content: ReactNode) => ReactNode;

/** What messages get from the code that shows them. */
export interface MessageValues {
${messages.join('')}}
`;
}

/** Returns the variables and tags of a compiled message, and those in its tags. */
function partsOf(message: Message): { name: string; content?: Message }[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) =>
    typeof part === 'string' ? [] : [part, ...partsOf(part.content ?? '')],
  );
}

/** Converts a compiled message to the form that the app formats, which is shorter than an AST. */
function withoutTypes(message: CompiledMessage): Message {
  if (typeof message === 'string') return message;
  const parts = message.map((element) => {
    if (element.type === TYPE.literal) return element.value;
    if (element.type === TYPE.argument) return { name: element.value };
    if (element.type !== TYPE.tag) throw new Error(`a compiled message has a type ${element.type}`);
    return { name: element.value, content: withoutTypes(element.children) };
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}
