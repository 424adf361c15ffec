import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseMessage, type Tree } from './icu.ts';
import { type JsonFile, type Place, readJson } from './json.ts';
import { scriptOf } from './language-codes.ts';
import schema from './messages.schema.json';

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

/** The fallback of every other language. */
export const defaultLanguage = 'en';

/** The id whose text `true` makes a language a draft, which `?lang=` alone selects. */
export const draftId = 'locale.draft';

/** Maximum length of a text in UTF-16 code units: ten times the longest that fits anywhere. */
export const maxTextLength = schema.additionalProperties.maxLength;

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
 * @param context text of its file in `context/`, which is optional
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
  const script = scriptOf(code);
  return { code, file, script, ...json, messages, trees, context: contextOf(file, context) };
}

function contextOf(file: string, text: string): Context {
  const json = readJson(text);
  const facts = json.entries.flatMap(({ id, value }) =>
    typeof value === 'object' && value !== null ? [{ id, facts: Object.entries(value) }] : [],
  );
  const byId = new Map(facts.map((entry) => [entry.id, new Map(entry.facts)]));
  return { file: contextFile(file), ...json, facts: byId };
}

/** Whether a value is a non-empty text within the length limit. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength;
}

/** Returns the ids of the messages that are translated. */
export function translatableIds({ messages }: Language): string[] {
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
