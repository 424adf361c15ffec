/** Checks of braces and tags: ICU MessageFormat, and its variables, selects, plurals and formats. */

import { type PluralElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Check, messageCheck, type Problem } from './findings.ts';
import {
  type Constants,
  constantsOf,
  formatErrorsIn,
  parseMessage,
  type Tree,
  variablesOf,
  visit,
} from './icu.ts';
import { nameOf } from './language.ts';

/** An HTML line break. Other tags are those of the English, or reported as unknown. */
const lineBreak = /<br\s*\/?>/gi;

/** A character reference of HTML. */
const entity = /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/gi;

/** Checks that no message has HTML, which would be shown literally. */
export const checkHtml = messageCheck(({ text }) => {
  const tags = (text.match(lineBreak) ?? []).map((tag) => ({
    what: `${tag} is HTML, which texts cannot have; the page breaks lines by itself`,
    fix: 'replace it with a space',
  }));
  const entities = (text.match(entity) ?? []).map((code) => ({
    what: `${code} is HTML; visitors would see it as it is written here`,
    fix: 'write the character itself, such as & for &amp;',
  }));
  return [...tags, ...entities];
});

/** Checks that each message is valid ICU MessageFormat, which a `}` alone is, too. */
export const checkSyntax = messageCheck(({ text, tree, original = '' }) => {
  if (tree && hasLoneBrace(tree))
    return [{ what: 'a } has no { before it; visitors would see it', fix: 'delete it' }];
  if (tree || text.match(lineBreak)) return [];
  const fix = /[{<]/.test(original)
    ? `copy the { } and < > from the English “${original}”`
    : 'remove the braces and tags: the English has none';
  return [{ what: `syntax error in braces or tags: ${reasonOf(text)}`, fix }];
});

function hasLoneBrace(tree: Tree) {
  let isFound = false;
  visit(tree, (element) => {
    if (element.type === TYPE.literal) isFound ||= /^[^{]*}/.test(element.value);
  });
  return isFound;
}

/** Returns the reason of the parser: its code, as words. */
function reasonOf(text: string) {
  try {
    parseMessage(text);
    return '';
  } catch (error) {
    const code = error instanceof Error ? error.message : String(error);
    return code.toLowerCase().replaceAll('_', ' ');
  }
}

/**
 * Checks that each message has the same variables and tags as in English. `formatjs verify` is too
 * strict: it rejects the plain {month} of Chinese where English has a select.
 */
export const checkVariables = messageCheck(({ text, tree, original, originalTree }) => {
  if (!tree || !originalTree) return [];
  const { lost, added } = compare(variablesOf(originalTree), variablesOf(tree));
  return [
    ...lost.map((name) => lostVariable(name, text, original)),
    ...added.map((name) => ({
      what: `${name} is unknown; the English is “${original}”`,
      fix: lost.length > 0 ? `use ${lost.join(' or ')}` : `remove ${name}`,
    })),
  ];
});

/** Returns which of the wanted names are missing, and which names are not wanted. */
function compare(wanted: readonly string[], found: readonly string[]) {
  return {
    lost: wanted.filter((name) => !found.includes(name)),
    added: found.filter((name) => !wanted.includes(name)),
  };
}

/** @param name of a variable or tag that the message lacks */
function lostVariable(name: string, text: string, original: string | undefined): Problem {
  // A straight apostrophe before { or < quotes the text up to the next one, or to the end.
  const [quoted = ''] = /(?<!')'[{<].*/s.exec(text) ?? [];
  if (quoted.includes(name)) {
    return {
      what: `the apostrophe (') quotes ${name}, so visitors would see “${name}” itself`,
      fix: 'delete the apostrophe, or write the typographic one (’)',
    };
  }
  const fix = name.startsWith('<')
    ? `put ${name} and ${name.replace('<', '</')} around the link text`
    : `add ${name}; variable names are not translated`;
  return { what: `${name} is missing; the English is “${original}”`, fix };
}

/**
 * Checks that no digit stands directly beside a variable, unless one does in English: the value may
 * be a number, and the digit would become a part of it.
 */
export const checkDigits = messageCheck(({ tree, originalTree }) =>
  compare(namesBesideDigits(originalTree ?? []), namesBesideDigits(tree ?? [])).added.map(
    (name) => ({
      what: `a digit stands directly beside {${name}}, which becomes a value of its own`,
      fix: `delete the digit, or put a space between it and {${name}}`,
    }),
  ),
);

/** Returns the names of the variables with a digit beside them. */
function namesBesideDigits(tree: Tree): string[] {
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

/** Checks that each plural has all forms of the language, such as the six of Arabic, and no others. */
export const checkPlurals = messageCheck(({ tree }, { code, script }) => {
  if (!tree || script === '') return [];
  const name = nameOf(code, 'language') ?? code;
  return pluralsIn(tree).flatMap(({ value, pluralType, options }) => {
    const rules = new Intl.PluralRules(code, { type: pluralType ?? 'cardinal' });
    const wanted = rules.resolvedOptions().pluralCategories;
    // `=1` is for one number, in any language.
    const found = Object.keys(options).filter((form) => !form.startsWith('='));
    const { lost, added } = compare(wanted, found);
    return [
      ...lost.map((form) => ({
        what: `{${value}, plural, …} lacks the form "${form}", which ${name} has for numbers such as ${examplesOf(rules, form)}`,
        fix: `add ${form} {…} with its text`,
      })),
      ...added.map((form) => ({
        what: `{${value}, plural, …} has the form "${form}", which ${name} does not have`,
        fix: `delete it; ${name} has ${wanted.join(', ')}`,
      })),
    ];
  });
});

function pluralsIn(tree: Tree) {
  const plurals: PluralElement[] = [];
  visit(tree, (element) => {
    if (element.type === TYPE.plural) plurals.push(element);
  });
  return plurals;
}

/** Numbers that show every form of every language; fractions and millions have forms of their own. */
const numbers = [...Array(200).keys(), 0.5, 1.5, 1_000_000];

/** Returns up to three numbers of a plural form. */
function examplesOf(rules: Intl.PluralRules, form: string) {
  return numbers
    .filter((number) => rules.select(number) === form)
    .slice(0, 3)
    .join(', ');
}

/** Returns a check that every format can be applied to the constants, if the messages have any. */
export const checkFormats = (constants?: Constants): Check =>
  messageCheck(({ tree }, { code, messages, script }) =>
    constants && tree && script !== ''
      ? formatErrorsIn(tree, code, constantsOf(messages, constants))
      : [],
  );
