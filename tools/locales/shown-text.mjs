import { TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * Renders a message as plain text. Of a select, takes the longest branch.
 *
 * @param {import('./language.mjs').Tree} tree
 * @param {Record<string, string>} values values of variables; missing ones render as nothing
 * @returns {string}
 */
export function shownText(tree, values = {}) {
  return tree.map((element) => shown(element, values)).join('');
}

/**
 * Removes the characters that only control line breaks: U+200B and U+2060.
 *
 * @param {string} text
 */
export function withoutBreaks(text) {
  return text.replace(/[\u200b\u2060]/g, '');
}

/**
 * @param {import('./language.mjs').Tree[number]} element
 * @param {Record<string, string>} values
 */
function shown(element, values) {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.tag:
      return shownText(element.children, values);
    case TYPE.select:
    case TYPE.plural: {
      const branches = Object.values(element.options).map(({ value }) => shownText(value, values));
      return branches.toSorted((one, other) => other.length - one.length)[0] ?? '';
    }
    case TYPE.pound:
      return '';
    default:
      return values[element.value] ?? '';
  }
}
