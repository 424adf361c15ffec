/**
 * The files of a language: its texts, and in `context/` what is known besides them. `context/en.json` has a
 * description and a length limit for each message; that of another language, which is optional, has the English
 * that the translations were made from, and the intended copies of English.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseMessage, type Tree } from './icu.ts';
import { type JsonFile, type Place, readJson } from './json.ts';
import schema from './schema.json' with { type: 'json' };

/** The parsed file of a language. */
export interface Language extends JsonFile {
  code: string;
  file: string;
  /** Script, such as `Hans` (ISO 15924); empty if the code is none. */
  script: string;
  /** Valid texts by id. */
  messages: Record<string, string>;
  /** ASTs of the messages that parse. */
  trees: Map<string, Tree>;
  context: Context;
}

/** The parsed context file of a language. */
interface Context extends JsonFile {
  file: string;
  /** The values of the entries that are objects. */
  facts: Map<string, Map<string, unknown>>;
}

/** The language that others are translated from, and whose texts stand in for those that one lacks. */
export const sourceLanguage = 'en';

/** The id whose text `true` makes a language a draft, which may lack messages. */
export const draftId = 'locale.draft';

const { propertyNames, additionalProperties } = schema.definitions.messages;

/** Maximum length of a text in UTF-16 code units: ten times the longest that fits anywhere. */
export const maxTextLength = additionalProperties.maxLength;

const idPattern = new RegExp(propertyNames.pattern);

/** Whether a text has the form of an id, which excludes `__proto__`. */
export const isId = (text: string) => idPattern.test(text);

/** Reads every language in a folder, sorted by code. Its subfolders have no languages. */
export async function readLanguages(folder: string): Promise<Language[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const [text, context] = await Promise.all([
        readFile(file, 'utf8'),
        readOptional(contextFile(file)),
      ]);
      return languageOf(name.slice(0, -'.json'.length), file, text, context);
    }),
  );
}

async function readOptional(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  }
}

function contextFile(file: string) {
  return join(dirname(file), 'context', basename(file));
}

/**
 * Parses the file of a language.
 *
 * @param context text of its file in `context/`
 */
export function languageOf(code: string, file: string, text: string, context = '{}'): Language {
  const json = readJson(text);
  // Without a prototype, as ids are untrusted.
  const messages: Record<string, string> = Object.create(null);
  for (const { id, value } of json.entries) if (isText(value)) messages[id] = value;
  const trees = new Map<string, Tree>();
  for (const [id, message] of Object.entries(messages)) {
    try {
      trees.set(id, parseMessage(message));
    } catch {
      // Reported by `checkSyntax`.
    }
  }
  const script = isWellFormed(code) ? (new Intl.Locale(code).maximize().script ?? '') : '';
  return { code, file, script, ...json, messages, trees, context: contextOf(file, context) };
}

function contextOf(file: string, text: string): Context {
  const json = readJson(text);
  const facts = json.entries.flatMap(({ id, value }) =>
    isObject(value) ? [[id, new Map(Object.entries(value))] as const] : [],
  );
  return { file: contextFile(file), ...json, facts: new Map(facts) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a group of texts, as other formats of translations have them. */
export function isGroup(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

/** Whether findings about the texts would only be consequences of what is wrong with the file. */
export function isUnreadable({ fileError, entries }: Language): boolean {
  return fileError !== null || entries.some(({ value }) => isGroup(value));
}

/** Whether a value is a non-empty text within the length limit. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength;
}

/** Returns the ids of the messages that are translated. */
export function translatableIds({ messages }: Pick<Language, 'messages'>): string[] {
  return Object.keys(messages).filter((id) => !id.startsWith('locale.'));
}

/** Returns the ids of the messages that a language lacks. */
export function missingIds({ messages }: Language, english: Language): string[] {
  return translatableIds(english).filter((id) => messages[id] === undefined);
}

export function isDraft({ messages }: Pick<Language, 'messages'>): boolean {
  return messages[draftId] === 'true';
}

/** Returns the place of a message, or the one where a missing message belongs. */
export function placeOfMessage({ entries }: Language, id: string): Place {
  const start = { line: 1, column: 1 };
  if (id === '') return start;
  const own = entries.find((entry) => entry.id === id);
  const next = entries.find((entry) => entry.id > id);
  return own?.place ?? next?.key ?? entries.at(-1)?.key ?? start;
}

export function descriptionOf({ context }: Language, id: string): string {
  const description = context.facts.get(id)?.get('description');
  return typeof description === 'string' ? description.trim() : '';
}

/** Returns the length limit of a message, in Latin letters. */
export function maxLengthOf({ context }: Language, id: string): number {
  const limit = context.facts.get(id)?.get('maxLength');
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/** Whether a text is meant to be the same as in English. */
export function isSameOnPurpose({ context }: Language, id: string): boolean {
  return context.facts.get('sameAsEnglish')?.has(id) ?? false;
}

/** Returns the English text that a translation was made from, if it is recorded. */
export function recordedEnglish({ context }: Language, id: string): string | undefined {
  const recorded = context.facts.get('translatedFrom')?.get(id);
  return typeof recorded === 'string' ? recorded : undefined;
}

/** Whether a translation was read beside the present English. */
export function isReviewed(language: Language, english: Language, id: string): boolean {
  return recordedEnglish(language, id) === english.messages[id];
}

/** Whether a string has the form of a language code (BCP 47). */
export function isWellFormed(code: string): boolean {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(code)) return false;
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** Right-to-left scripts in use today (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** Returns the text direction of a script, as a value of the `dir` attribute. */
export function directionOf(script: string): 'ltr' | 'rtl' {
  return rightToLeft.has(script) ? 'rtl' : 'ltr';
}

/** Returns the name of a language or a script in a language; undefined if it has none. */
export function nameOf(code: string, type: 'language' | 'script', language = 'en') {
  return new Intl.DisplayNames(language, { type, fallback: 'none' }).of(code);
}
