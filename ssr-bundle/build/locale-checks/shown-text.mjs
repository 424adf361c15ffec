import { TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * A message as visitors read it: of a choice, the longest branch.
 *
 * @param {import('./language.mjs').Tree} tree
 * @param {Record<string, string>} values of its variables; one that is not there leaves nothing
 * @returns {string}
 */
export function shownText(tree, values = {}) {
  return tree.map((element) => shown(element, values)).join('');
}

/**
 * A text without what only says where its lines may end: U+200B and U+2060.
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
