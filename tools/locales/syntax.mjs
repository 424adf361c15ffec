import { TYPE } from '@formatjs/icu-messageformat-parser';
import { parseMessage, unsupportedFormatsIn, variablesOf, visit } from '../build/messages.mjs';

/** @typedef {import('./language.mjs').Check} Check */

/** Explanations of the parser's error codes. Other codes are reported as they are. */
const reasons = new Map([
  ['EXPECT_ARGUMENT_CLOSING_BRACE', 'a { is not closed'],
  ['EMPTY_ARGUMENT', '{} has no variable name'],
  ['MALFORMED_ARGUMENT', 'a variable name in { } is malformed'],
  ['INVALID_ARGUMENT_TYPE', '{name, is followed by something other than select'],
  ['EXPECT_SELECT_ARGUMENT_OPTIONS', 'a {…, select} has no options'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has an option without a key'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT', 'a key of a {…, select} has no {text}'],
  ['DUPLICATE_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has a duplicate key'],
  ['MISSING_OTHER_CLAUSE', 'a {…, select} or plural has no "other {…}"'],
  ['INVALID_TAG', 'a < does not begin a valid tag such as <link>'],
  ['UNCLOSED_TAG', 'a tag such as <link> is not closed'],
  ['UNMATCHED_CLOSING_TAG', 'a closing tag such as </link> has no opening <link>'],
]);

/**
 * Checks that each message is valid ICU MessageFormat.
 *
 * @type {Check}
 */
export function checkSyntax({ messages, trees }, english) {
  return Object.entries(messages)
    .filter(([id]) => !trees.has(id))
    .map(([id, message]) => ({
      id,
      what: `syntax error in braces or tags: ${reasonOf(message)}`,
      fix: /[{<]/.test(english.messages[id] ?? '')
        ? `copy the { } and < > from the English “${english.messages[id]}”`
        : 'remove the braces and tags: the English has none',
    }));
}

/** @param {string} message */
function reasonOf(message) {
  try {
    parseMessage(message);
    return '';
  } catch (error) {
    const code = error instanceof Error ? error.message : String(error);
    return reasons.get(code) ?? code;
  }
}

/**
 * Checks that each message has the same variables and tags as in English.
 *
 * `formatjs verify --structural-equality` is too strict: it rejects the plain {month} of Chinese where
 * English has a select.
 *
 * @type {Check}
 */
export function checkVariables({ trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original) return [];
    const wanted = variablesOf(original).split(' ').filter(Boolean);
    const found = variablesOf(tree).split(' ').filter(Boolean);
    const lost = wanted.filter((name) => !found.includes(name));
    const added = found.filter((name) => !wanted.includes(name));
    return [
      ...lost.map((name) => ({
        id,
        what: `${name} is missing; the English is “${english.messages[id]}”`,
        fix: name.startsWith('<')
          ? `put ${name} and ${name.replace('<', '</')} around the link text`
          : `add ${name}; variable names are not translated`,
      })),
      ...added.map((name) => ({
        id,
        what: `${name} is unknown; the English is “${english.messages[id]}”`,
        fix: lost.length > 0 ? `use ${lost.join(' or ')}` : `remove ${name}`,
      })),
    ];
  });
}

/**
 * Checks that each select has the same keys as in English. A language may use the plain variable
 * instead.
 *
 * @type {Check}
 */
export function checkSelects({ trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const original = keysIn(english.trees.get(id) ?? []);
    return [...keysIn(tree)].flatMap(([variable, keys]) => {
      const wanted = original.get(variable);
      if (!wanted) return [];
      const lost = wanted.filter((key) => !keys.includes(key));
      const added = keys.filter((key) => !wanted.includes(key));
      return [
        ...lost.map((key) => ({
          id,
          what: `{${variable}, select, …} lacks the key "${key}"`,
          fix: `add ${key} {…} with its text`,
        })),
        ...added.map((key) => ({
          id,
          what: `{${variable}, select, …} has the unknown key "${key}"`,
          fix: `use one of ${wanted.join(', ')}: keys are not translated`,
        })),
      ];
    });
  });
}

/**
 * Returns the keys of each select by its variable.
 *
 * @param {import('./language.mjs').Tree} tree
 */
function keysIn(tree) {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  visit(tree, (element) => {
    if (element.type !== TYPE.select) return;
    const known = keys.get(element.value) ?? [];
    keys.set(element.value, [...new Set([...known, ...Object.keys(element.options)])]);
  });
  return keys;
}

/**
 * Checks that no message uses formats that need Intl.
 *
 * @type {Check}
 */
export function checkFormats({ trees }) {
  return [...trees].flatMap(([id, tree]) =>
    unsupportedFormatsIn(tree).map((error) => {
      const [what = '', fix = ''] = error.split('; ');
      return { id, what, fix };
    }),
  );
}
