/**
 * The messages of a language as XLIFF 1.2, which every tool of translation agencies reads; many read
 * 2.0 in part or not at all.
 */
// @ts-expect-error: it has no types.
import * as library from 'xliff';
import { MessageError } from './findings.ts';
import {
  descriptionOf,
  isReviewed,
  type Language,
  maxLengthOf,
  translatableIds,
} from './language.ts';

/** What is used of the library `xliff`. */
interface Library {
  jsToXliff12(content: object): Promise<string>;
  xliff12ToJs(text: string): Promise<{
    targetLanguage?: unknown;
    resources: Record<string, Record<string, TransUnit>>;
  }>;
}

interface TransUnit {
  source?: unknown;
  target?: unknown;
  additionalAttributes?: Record<string, string>;
}

const { jsToXliff12, xliff12ToJs }: Library = library;

/** A message in a file from a translator. */
interface Unit {
  /** The English that the translator saw. */
  source: string;
  /** Empty if there is no translation. */
  target: string;
  /** Whether somebody says that the translation is right for that English. */
  isApproved: boolean;
}

/**
 * Returns an XLIFF file with each message: the English, the translation, the description, the length
 * limit and what else is to be noted. A translation that is not reviewed is not approved.
 *
 * @param note such as where the picture of a message's place is, by id
 */
export async function toXliff(
  language: Language,
  english: Language,
  note?: (id: string) => string,
): Promise<string> {
  const units = translatableIds(english).map((id) => {
    const unit = unitOf(id, language, english);
    return [id, note ? { ...unit, note: [...unit.note, note(id)] } : unit] as const;
  });
  const xliff = await jsToXliff12({
    sourceLanguage: english.code,
    targetLanguage: language.code,
    resources: { [language.file]: Object.fromEntries(units) },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xliff}\n`;
}

function unitOf(id: string, language: Language, english: Language) {
  const source = english.messages[id] ?? '';
  const limit = maxLengthOf(english, id);
  const notes = [descriptionOf(english, id)].filter((note) => note !== '');
  const attributes: Record<string, string> = {
    'xml:space': 'preserve',
    approved: isReviewed(language, english, id) ? 'yes' : 'no',
  };
  if (Number.isFinite(limit)) {
    notes.push(`At most ${limit} letters as shown; a full-width character is two.`);
    // A tool would count the names of variables.
    if (!source.includes('{')) {
      attributes.maxwidth = String(Math.floor(limit / widthOf(language)));
      attributes['size-unit'] = 'char';
    }
  }
  return { source, target: language.messages[id], note: notes, additionalAttributes: attributes };
}

/** Returns the width of a character, in Latin letters. */
function widthOf({ script }: Language) {
  return ['Hans', 'Hant', 'Jpan', 'Kore'].includes(script) ? 2 : 1;
}

/**
 * Reads an XLIFF file. Throws a `MessageError` if it is none, or not about one language.
 *
 * @param file its name, for errors
 */
export async function fromXliff(file: string, text: string) {
  // Tools that compose no letters would change every text: `readJson`.
  const read = await xliff12ToJs(text.normalize('NFC')).catch((error: unknown) => {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new MessageError([`${file}: not an XLIFF 1.2 file: ${reason}`]);
  });
  const { targetLanguage: code, resources } = read;
  if (typeof code !== 'string') {
    throw new MessageError([`${file}: <file> does not name its target-language`]);
  }
  const units = new Map<string, Unit>();
  for (const [id, unit] of Object.values(resources).flatMap(Object.entries<TransUnit>)) {
    units.set(id, {
      source: plainText(file, id, unit.source),
      target: plainText(file, id, unit.target),
      isApproved: unit.additionalAttributes?.approved === 'yes',
    });
  }
  return { code, units };
}

/** Returns a text without the marks of a tool, which have no place in a message. */
function plainText(file: string, id: string, value: unknown = ''): string {
  if (typeof value === 'string') return value;
  const fix = 'export it with its braces and tags as text';
  throw new MessageError([`${file}: ${id}: the text has elements; ${fix}`]);
}

/** Invisible characters, which are escapes in the files of the languages. */
const invisible = /[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;

/** Returns the text of a language's file: sorted, one message a line. */
export function formatMessages(messages: Record<string, string>): string {
  const sorted = Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`.replace(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
