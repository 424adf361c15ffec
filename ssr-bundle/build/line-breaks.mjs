import { TYPE } from '@formatjs/icu-messageformat-parser';
import { isChinese } from './locale-checks/language.mjs';
import { localeFacts } from './locale-facts.mjs';
import { phraseStarts } from './phrases.mjs';

/**
 * Where the lines of a text may end, written into the messages, so that all browsers break them
 * alike: none knows Chinese phrases, and `text-wrap: pretty` is missing in Firefox and makes
 * paragraphs narrower in WebKit.
 *
 * Chinese gets a zero width space (U+200B) before each phrase; under `word-break: keep-all` lines
 * end there alone. Chromium, Firefox and WebKit find words across it, but copy it with the text.
 * `<wbr>`, which is not copied, would turn each message into elements; word joiners (U+2060) inside
 * of words would be twice as many, and be copied as well.
 *
 * Languages with spaces have the last words of a paragraph joined by no-break spaces (U+00A0), so
 * that none stands alone in the last line.
 */

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

/**
 * Sentences. Titles have `text-wrap: balance` and name parts of the page to assistive technology;
 * they, labels, attributes and the document's head stay as they were written.
 */
const sentences = /^(?!page\.|shell\.).*\.(?:first|note|second|text|visit)$/;

/** @param {string} id */
export function isSentence(id) {
  return sentences.test(id);
}

/** Letters of a paragraph. What is shorter stands in narrow places, with `text-wrap: balance`. */
const shortestText = 60;
/** What the last line has at least and, as columns are narrow, is joined at most; letters. */
const [shortestEnd, longestEnd] = [12, 20];

/**
 * Sets the line breaks of a message, if it is a sentence.
 *
 * @param {string} id
 * @param {Element[]} message
 * @param {string} code of its language
 * @returns {Element[]}
 */
export function setLineBreaks(id, message, code) {
  if (!isSentence(id)) return message;
  const text = textOf(message);
  const edits = isChinese(localeFacts(code).script)
    ? [
        ...phraseStarts(text, code).map((at) => ({ at, length: 0, by: '\u200b' })),
        // Where there is no boundary, `keep-all` needs none.
        ...[...text.matchAll(/\u2060/g)].map(({ index }) => ({ at: index, length: 1, by: '' })),
      ]
    : lastSpaces(text).map((at) => ({ at, length: 1, by: '\u00a0' }));
  return edited(message, edits);
}

/**
 * The spaces among the last words of a text.
 *
 * @param {string} text
 * @returns {number[]} offsets
 */
function lastSpaces(text) {
  if (text.length < shortestText) return [];
  /** @type {number[]} */
  const spaces = [];
  let at = text.lastIndexOf(' ');
  while (at > 0 && text.length - at - 1 < shortestEnd) {
    const next = text.lastIndexOf(' ', at - 1);
    if (text.length - next - 1 > longestEnd) break;
    spaces.push(at);
    at = next;
  }
  return spaces;
}

/** What a variable is while its value is not known: the amounts and numbers that most of them are. */
const number = '0000';

/**
 * @param {Element[]} message
 * @returns {string}
 */
function textOf(message) {
  return message
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      return element.type === TYPE.tag ? textOf(element.children) : number;
    })
    .join('');
}

/**
 * Replaces pieces of the message's text, as `textOf` returns it. An insertion goes to the end of
 * the literal before it, such as in front of a link; between two variables there is none.
 *
 * @param {Element[]} message
 * @param {{ at: number, length: number, by: string }[]} edits
 * @returns {Element[]}
 */
function edited(message, edits) {
  const rest = [...edits].sort((one, other) => one.at - other.at);
  let offset = 0;

  /** @param {string} literal */
  const editedLiteral = (literal) => {
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

  /**
   * @param {Element} element
   * @returns {Element}
   */
  const editedElement = (element) => {
    if (element.type === TYPE.literal) return { ...element, value: editedLiteral(element.value) };
    if (element.type === TYPE.tag)
      return { ...element, children: element.children.map(editedElement) };
    offset += number.length;
    return element;
  };
  return message.map(editedElement);
}
