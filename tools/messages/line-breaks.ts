import { TYPE } from '@formatjs/icu-messageformat-parser';
import type { Element, Tree } from './icu.ts';
import { isChinese, localeFacts } from './language-codes.ts';
import { phraseStarts } from './phrases.ts';

/**
 * Inserts line break opportunities into messages, so that all browsers break lines alike: none
 * segments Chinese into phrases, and `text-wrap: pretty` is missing in Firefox and makes paragraphs
 * narrower in WebKit.
 *
 * Chinese gets a zero width space (U+200B) before each phrase; with `word-break: keep-all` lines
 * break nowhere else. Find-in-page ignores it in Chromium, Firefox and WebKit, but it is copied with
 * the text. `<wbr>` is not copied, but would turn each message into elements; word joiners (U+2060)
 * within words would be copied as well, and be twice as many.
 *
 * In languages with spaces, no-break spaces (U+00A0) join the last words of a paragraph, which
 * avoids a last line of one word.
 */

/**
 * Ids of running text. Titles, labels, attributes and the document's head are left unchanged: titles
 * have `text-wrap: balance` and serve as accessible names.
 */
const sentences = /^(?!page\.|shell\.).*\.(?:first|note|second|terms|text|visit)$/;

export function isSentence(id: string): boolean {
  return sentences.test(id);
}

/** Minimum length of a paragraph. Shorter texts are in narrow places, with `text-wrap: balance`. */
const minParagraphLength = 60;
/** Minimum length of the last line, and maximum length to join, as columns are narrow; characters. */
const [minLastLine, maxLastLine] = [12, 20];

/**
 * Inserts the line break opportunities of a message, if it is running text.
 *
 * @param code language of the message
 */
export function setLineBreaks(id: string, message: Tree, code: string): Tree {
  if (!isSentence(id)) return message;
  const text = textOf(message);
  const edits = isChinese(localeFacts(code).script)
    ? [
        ...phraseStarts(text, code).map((at) => ({ at, length: 0, by: '\u200b' })),
        // U+2060 is an instruction to `phraseStarts`, redundant with `keep-all`.
        ...[...text.matchAll(/\u2060/g)].map(({ index }) => ({ at: index, length: 1, by: '' })),
      ]
    : lastSpaces(text).map((at) => ({ at, length: 1, by: '\u00a0' }));
  return edited(message, edits);
}

/** Returns the UTF-16 offsets of the spaces to replace with no-break spaces. */
function lastSpaces(text: string) {
  if (text.length < minParagraphLength) return [];
  const spaces: number[] = [];
  let at = text.lastIndexOf(' ');
  while (at > 0 && text.length - at - 1 < minLastLine) {
    const next = text.lastIndexOf(' ', at - 1);
    if (text.length - next - 1 > maxLastLine) break;
    spaces.push(at);
    at = next;
  }
  return spaces;
}

/** Placeholder for a value that is known at run time only. */
const placeholder = '0000';

function textOf(message: Tree): string {
  return message
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      return element.type === TYPE.tag ? textOf(element.children) : placeholder;
    })
    .join('');
}

/**
 * Applies edits to a message, with offsets into the text that `textOf` returns. An insertion before
 * a tag or variable is appended to the preceding literal; none occurs between two variables.
 */
function edited(message: Tree, edits: { at: number; length: number; by: string }[]): Tree {
  const rest = [...edits].sort((one, other) => one.at - other.at);
  let offset = 0;

  const editedLiteral = (literal: string) => {
    let value = '';
    let from = 0;
    const end = offset + literal.length;
    for (let edit = rest[0]; edit && edit.at + edit.length <= end; edit = rest[0]) {
      rest.shift();
      value += literal.slice(from, edit.at - offset) + edit.by;
      from = edit.at - offset + edit.length;
    }
    offset = end;
    return value + literal.slice(from);
  };

  const editedElement = (element: Element): Element => {
    if (element.type === TYPE.literal) return { ...element, value: editedLiteral(element.value) };
    if (element.type === TYPE.tag)
      return { ...element, children: element.children.map(editedElement) };
    offset += placeholder.length;
    return element;
  };
  return message.map(editedElement);
}
