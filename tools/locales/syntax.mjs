import { TYPE } from '@formatjs/icu-messageformat-parser';
import {
  constantsOf,
  formatErrorsIn,
  parseMessage,
  variablesOf,
  visit,
} from '../build/messages.mjs';

/** @typedef {import('./language.mjs').Check} Check */

/** Explanations of the parser's error codes. Other codes are reported as they are. */
const reasons = new Map([
  ['EXPECT_ARGUMENT_CLOSING_BRACE', 'a { is not closed'],
  ['EMPTY_ARGUMENT', '{} has no variable name'],
  ['MALFORMED_ARGUMENT', 'a variable name in { } is malformed'],
  [
    'INVALID_ARGUMENT_TYPE',
    '{name, is followed by something other than number, date, time, plural, selectordinal or select',
  ],
  [
    'EXPECT_ARGUMENT_STYLE',
    'a {…, number}, {…, date} or {…, time} has a comma, but no format after it',
  ],
  ['INVALID_NUMBER_SKELETON', 'a {…, number} has an unknown format'],
  ['INVALID_DATE_TIME_SKELETON', 'a {…, date} or {…, time} has an unknown format'],
  ['EXPECT_PLURAL_ARGUMENT_SELECTOR', 'a {…, plural} has a form without a name'],
  ['EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT', 'a form of a {…, plural} has no {text}'],
  ['DUPLICATE_PLURAL_ARGUMENT_SELECTOR', 'a {…, plural} has a duplicate form'],
  ['EXPECT_SELECT_ARGUMENT_OPTIONS', 'a {…, select} has no options'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has an option without a key'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT', 'a key of a {…, select} has no {text}'],
  ['DUPLICATE_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has a duplicate key'],
  ['MISSING_OTHER_CLAUSE', 'a {…, select} or plural has no "other {…}"'],
  ['INVALID_TAG', 'a < does not begin a valid tag such as <link>'],
  ['UNCLOSED_TAG', 'a tag such as <link> is not closed'],
  ['UNMATCHED_CLOSING_TAG', 'a closing tag such as </link> has no opening <link>'],
]);

/** An HTML line break. Other tags are those of the English, or reported as unknown. */
const lineBreak = /<br\s*\/?>/gi;

/** A character reference of HTML. */
const entity = /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/gi;

/**
 * Checks that no message has HTML, which would be shown literally.
 *
 * @type {Check}
 */
export function checkHtml({ messages }) {
  return Object.entries(messages).flatMap(([id, message]) => {
    const tags = (message.match(lineBreak) ?? []).map((tag) => ({
      id,
      what: `${tag} is HTML, which texts cannot have; the page breaks lines by itself`,
      fix: 'replace it with a space',
    }));
    const entities = (message.match(entity) ?? []).map((code) => ({
      id,
      what: `${code} is HTML; visitors would see it as it is written here`,
      fix: 'write the character itself, such as & for &amp;',
    }));
    return [...tags, ...entities];
  });
}

/**
 * Checks that each message is valid ICU MessageFormat.
 *
 * @type {Check}
 */
export function checkSyntax({ messages, trees }, english) {
  return Object.entries(messages)
    .filter(([id, message]) => !trees.has(id) && !message.match(lineBreak))
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
export function checkVariables({ messages, trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const original = english.trees.get(id);
    if (!original) return [];
    const message = messages[id] ?? '';
    const wanted = variablesOf(original).split(' ').filter(Boolean);
    const found = variablesOf(tree).split(' ').filter(Boolean);
    const lost = wanted.filter((name) => !found.includes(name));
    const added = found.filter((name) => !wanted.includes(name));
    return [
      ...lost.map((name) => lostFinding(id, name, message, english.messages[id])),
      ...added.map((name) => ({
        id,
        what: `${name} is unknown; the English is “${english.messages[id]}”`,
        fix: lost.length > 0 ? `use ${lost.join(' or ')}` : `remove ${name}`,
      })),
    ];
  });
}

/**
 * @param {string} id
 * @param {string} name of a variable or tag that the message lacks
 * @param {string} message
 * @param {string | undefined} original
 */
function lostFinding(id, name, message, original) {
  // A straight apostrophe before { or < quotes the text up to the next one, or to the end.
  const [quoted = ''] = /(?<!')'[{<].*/s.exec(message) ?? [];
  if (quoted.includes(name)) {
    return {
      id,
      what: `the apostrophe (') quotes ${name}, so visitors would see “${name}” itself`,
      fix: 'delete the apostrophe, or write the typographic one (’)',
    };
  }
  return {
    id,
    what: `${name} is missing; the English is “${original}”`,
    fix: name.startsWith('<')
      ? `put ${name} and ${name.replace('<', '</')} around the link text`
      : `add ${name}; variable names are not translated`,
  };
}

/**
 * Checks that no digit stands directly beside a variable, unless one does in English: the value may
 * be a number, and the digit would become a part of it.
 *
 * @type {Check}
 */
export function checkDigits({ trees }, english) {
  return [...trees].flatMap(([id, tree]) => {
    const accepted = namesBesideDigits(english.trees.get(id) ?? []);
    return namesBesideDigits(tree)
      .filter((name) => !accepted.includes(name))
      .map((name) => ({
        id,
        what: `a digit stands directly beside {${name}}, which becomes a value of its own`,
        fix: `delete the digit, or put a space between it and {${name}}`,
      }));
  });
}

/**
 * Returns the names of the variables with a digit beside them.
 *
 * @param {import('./language.mjs').Tree} tree
 * @returns {string[]}
 */
function namesBesideDigits(tree) {
  return tree.flatMap((element, index) => {
    if (element.type === TYPE.tag) return namesBesideDigits(element.children);
    if (element.type !== TYPE.argument) return [];
    const [before, after] = [tree[index - 1], tree[index + 1]];
    const isBeside =
      (before?.type === TYPE.literal && /\p{Nd}$/u.test(before.value)) ||
      (after?.type === TYPE.literal && /^\p{Nd}/u.test(after.value));
    return isBeside ? [element.value] : [];
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
 * Checks that each plural has all forms of the language, such as the six of Arabic, and no others.
 *
 * @type {Check}
 */
export function checkPlurals({ code, script, trees }) {
  if (script === '') return [];
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code);
  return [...trees].flatMap(([id, tree]) =>
    pluralsIn(tree).flatMap(({ value, pluralType, options }) => {
      const rules = new Intl.PluralRules(code, { type: pluralType ?? 'cardinal' });
      const wanted = rules.resolvedOptions().pluralCategories;
      // `=1` is for one number, in any language.
      const found = Object.keys(options).filter((form) => !form.startsWith('='));
      const lost = wanted.filter((form) => !found.includes(form));
      const added = found.filter((form) => !wanted.some((it) => it === form));
      return [
        ...lost.map((form) => ({
          id,
          what: `{${value}, plural, …} lacks the form "${form}", which ${name} has for numbers such as ${examplesOf(rules, form)}`,
          fix: `add ${form} {…} with its text`,
        })),
        ...added.map((form) => ({
          id,
          what: `{${value}, plural, …} has the form "${form}", which ${name} does not have`,
          fix: `delete it; ${name} has ${wanted.join(', ')}`,
        })),
      ];
    }),
  );
}

/** @param {import('./language.mjs').Tree} tree */
function pluralsIn(tree) {
  /** @type {import('@formatjs/icu-messageformat-parser').PluralElement[]} */
  const plurals = [];
  visit(tree, (element) => {
    if (element.type === TYPE.plural) plurals.push(element);
  });
  return plurals;
}

/** Numbers that show every form of every language; fractions and millions have forms of their own. */
const numbers = [...Array(200).keys(), 0.5, 1.5, 1_000_000];

/**
 * Returns up to three numbers of a plural form.
 *
 * @param {Intl.PluralRules} rules
 * @param {string} form
 */
function examplesOf(rules, form) {
  return numbers
    .filter((number) => rules.select(number) === form)
    .slice(0, 3)
    .join(', ');
}

/**
 * Returns a check that the build can apply every format.
 *
 * @param {import('../build/business.ts').Constants} siteConstants
 * @returns {Check}
 */
export function checkFormats(siteConstants) {
  return ({ code, messages, script, trees }) => {
    if (script === '') return [];
    const constants = constantsOf(messages, siteConstants);
    return [...trees].flatMap(([id, tree]) =>
      formatErrorsIn(tree, code, constants).map((error) => ({ id, ...error })),
    );
  };
}
