import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type FormatXMLElementFn, IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

export type Element = MessageFormatElement;

/** The AST of a message. */
export type Tree = Element[];

/** Plain text, or an AST if the message has tags, or variables that are known at run time only. */
export type CompiledMessage = string | Tree;

/** The values of the variables in any message, and the time zone of dates. */
export interface Constants {
  values: Record<string, string | number | Date>;
  timeZone: string;
}

/** Parses an ICU message. Throws an error whose message is the code of the mistake. */
export function parseMessage(text: string): Tree {
  return parse(text, { captureLocation: false });
}

/** Returns the constants of a language's messages: those of all languages, and its own name. */
export function constantsOf(
  messages: Record<string, string>,
  { values, timeZone }: Constants,
): Constants {
  return { values: { ...values, language: messages['locale.name'] ?? '' }, timeZone };
}

/**
 * Compiles a message without `formatErrorsIn`: formats all values that are constants, with the CLDR
 * data in Node, so that neither the server's engine nor browsers need Intl.
 *
 * @param code of the language
 */
export function compileMessage(tree: Tree, code: string, constants: Constants): CompiledMessage {
  const formatted = withConstants(tree, code, constants);
  const plain = formatted.map((element) => (element.type === TYPE.literal ? element.value : null));
  return plain.includes(null) ? formatted : plain.join('');
}

/** Formats the constants of a message. Tags and other variables stay. */
function withConstants(tree: Tree, code: string, { values, timeZone }: Constants): Tree {
  // What stays is the value of itself, which the formatter hands through.
  const parts: Record<string, PrimitiveType | Element | FormatXMLElementFn<Element>> = {};
  visit(tree, (element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    if (element.type === TYPE.tag) {
      const { type, value } = element;
      parts[value] = (children) => ({ type, value, children: children.map(toElement) });
    } else {
      parts[element.value] = values[element.value] ?? { type: TYPE.argument, value: element.value };
    }
  });
  const format = new IntlMessageFormat(tree, code, undefined, {
    formatters: {
      getNumberFormat: (...args) => new Intl.NumberFormat(...args),
      getPluralRules: (...args) => new Intl.PluralRules(...args),
      getDateTimeFormat: (locales, options) =>
        new Intl.DateTimeFormat(locales, { timeZone, ...options }),
    },
  });
  return format.formatToParts<Element>(parts).map(({ value }) => toElement(value));
}

function toElement(part: string | Element): Element {
  return typeof part === 'string' ? { type: TYPE.literal, value: part } : part;
}

/** What a format needs, by the type of its element. */
const needs = new Map([
  [TYPE.number, { format: 'number', type: 'number' }],
  [TYPE.plural, { format: 'plural', type: 'number' }],
  [TYPE.date, { format: 'date', type: 'date' }],
  [TYPE.time, { format: 'time', type: 'date' }],
  [TYPE.select, { format: 'select', type: 'any' }],
]);

/**
 * Describes each format of a message that the build cannot apply: the value is known at run time
 * only, or of another type.
 */
export function formatErrorsIn(tree: Tree, code: string, constants: Constants) {
  const errors: { what: string; fix: string }[] = [];
  visit(tree, (element) => {
    if (!('value' in element)) return;
    const name = element.value;
    const value = constants.values[name];
    if (element.type === TYPE.argument && value instanceof Date) {
      const fix = `write {${name}, date, long} or {${name}, time, short}`;
      errors.push({ what: `{${name}} is a point in time, which has to be formatted`, fix });
    }
    const need = needs.get(element.type);
    if (need === undefined) return;
    const type = value instanceof Date ? 'date' : typeof value;
    const [shown, fix] = [`{${name}, ${need.format}, …}`, `write {${name}} alone`];
    if (value === undefined) {
      const what = `${shown}: the value of {${name}} is only known when the page is used, and texts are formatted before, when the site is built`;
      errors.push({ what, fix });
    } else if (need.type !== 'any' && need.type !== type) {
      errors.push({ what: `${shown}: {${name}} is “${value}”, which is no ${need.type}`, fix });
    }
  });
  if (errors.length > 0) return errors;
  try {
    withConstants(tree, code, constants);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = `a number, date or time has an unknown format: ${reason}`;
    return [{ what, fix: 'correct the format' }];
  }
}

/**
 * Returns the sorted names of a message's variables and tags, such as `{amount}` and `<link>`, which
 * must be the same in every language.
 */
export function variablesOf(tree: Tree): string[] {
  const names = new Set<string>();
  visit(tree, (element) => {
    if (element.type === TYPE.tag) names.add(`<${element.value}>`);
    else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      names.add(`{${element.value}}`);
    }
  });
  return [...names].sort();
}

/** Visits every element, including those nested in tags, selects and plurals. */
export function visit(tree: Tree, visitor: (element: Element) => void) {
  for (const element of tree) {
    visitor(element);
    if (element.type === TYPE.tag) visit(element.children, visitor);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) visit(option.value, visitor);
    }
  }
}

/**
 * Renders a message as plain text. Of a select or plural, takes the longest branch.
 *
 * @param value stands for every value
 */
export function shownText(message: CompiledMessage, value = ''): string {
  if (typeof message === 'string') return message;
  return message.map((element) => shownElement(element, value)).join('');
}

function shownElement(element: Element, value: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.tag:
      return shownText(element.children, value);
    case TYPE.select:
    case TYPE.plural: {
      const branches = Object.values(element.options).map((option) =>
        shownText(option.value, value),
      );
      return branches.toSorted((one, other) => other.length - one.length)[0] ?? '';
    }
    default:
      return value;
  }
}
