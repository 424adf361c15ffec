import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A place in a file; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A key with its value, and the places where they begin. */
interface Entry {
  id: string;
  value: unknown;
  key: Place;
  place: Place;
}

/** Why a file cannot be read. */
interface FileError {
  place: Place;
  what: string;
  fix: string;
}

export interface JsonFile {
  /** In the order of the file, duplicate keys included; empty if the file cannot be read. */
  entries: Entry[];
  fileError: FileError | null;
}

/**
 * Parses a JSON object into entries with their places. Letters are composed (NFC): some keyboards
 * and tools write “é” as two characters, which look the same in an editor, and are not in all fonts.
 *
 * @param contents of the file, with invalid UTF-8 decoded to U+FFFD
 */
export function readJson(contents: string): JsonFile {
  const text = contents.normalize();
  const placeAt = placesIn(text);
  const failed = (offset: number, what: string, fix: string): JsonFile => ({
    entries: [],
    fileError: { place: placeAt(offset), what, fix },
  });
  const invalid = text.indexOf('\ufffd');
  if (invalid !== -1) {
    const what =
      'the file is not valid UTF-8: this line has an invalid byte, or the replacement character (U+FFFD)';
    return failed(invalid, what, 'retype the word and save the file as UTF-8');
  }
  if (text.startsWith('\ufeff')) {
    const what =
      'the file is not valid JSON: it begins with a byte order mark (U+FEFF), an invisible character';
    const fix = 'save it as UTF-8 without byte order mark (“UTF-8”, not “UTF-8 with BOM”)';
    return failed(0, what, fix);
  }
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // The parser is recursive: thousands of nested arrays exceed the stack.
    if (!(error instanceof RangeError)) throw error;
    return failed(0, 'the file is nested too deeply', 'keep only lines "id": "text"');
  }
  const [first] = errors;
  if (first) {
    const { offset, reason, fix } = explain(text, first);
    return failed(offset, `the file is not valid JSON: ${reason}`, fix);
  }
  if (root?.type !== 'object') {
    const fix = 'make it a JSON object with a line "id": "text" for each message';
    return failed(0, 'the file contains no messages', fix);
  }
  const entries = (root.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    if (!key || !value) return [];
    const [keyPlace, place] = [placeAt(key.offset), placeAt(value.offset)];
    return { id: key.value, value: getNodeValue(value), key: keyPlace, place };
  });
  return { entries, fileError: null };
}

/** What to do about the errors of the parser that have one cause, by their code. */
const fixes: Record<string, string> = {
  CommaExpected: 'add the comma; write a quotation mark within a text as \\"',
  InvalidCharacter: 'replace the tab or control character with a space',
  InvalidEscapeCharacter: 'delete the backslash (\\)',
  InvalidCommentToken: 'delete the comment',
  InvalidSymbol: 'write " before and after each id and text, and one within a text as \\"',
  PropertyNameExpected: 'delete the comma before it, or write " before and after the id',
  UnexpectedEndOfString: 'write the whole text in one line, and " before and after it',
};

/** Returns what an error of the parser means for the person who edits the file, and where it is. */
function explain(text: string, { error, offset }: ParseError) {
  const code = printParseErrorCode(error);
  const reason = code.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  const fix =
    fixes[code] ??
    'compare the line with those around it: most often a comma, a quotation mark or a brace is missing, or one is too many';
  // What is missing belongs where the line before ends, not where the next one begins.
  const place = code.endsWith('Expected') ? text.slice(0, offset).trimEnd().length : offset;
  return { offset: place, reason, fix };
}

/** Returns a function that returns the place of an offset. */
function placesIn(text: string) {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset: number): Place => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
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
