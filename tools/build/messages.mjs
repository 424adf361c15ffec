import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {import('./business.ts').Constants} Constants
 * @typedef {string | Element[]} CompiledMessage plain text, or an AST if it has tags, or variables
 *   that are known at run time only
 */

/**
 * Parses an ICU message.
 *
 * @param {string} text
 */
export function parseMessage(text) {
  return parse(text, { captureLocation: false });
}

/**
 * Returns the constants of a language's messages: those of all languages, and its own name.
 *
 * @param {Record<string, string>} messages
 * @param {Constants} constants
 * @returns {Constants}
 */
export function constantsOf(messages, { values, timeZone }) {
  return { values: { ...values, language: messages['locale.name'] ?? '' }, timeZone };
}

/**
 * Compiles a message: formats all values that are constants, with the CLDR data in Node, so that
 * neither the server's engine nor browsers need Intl.
 *
 * @param {Element[]} elements without `formatErrorsIn`
 * @param {string} code of the language
 * @param {Constants} constants
 * @param {(elements: Element[]) => Element[]} transform applied to the formatted AST
 * @returns {CompiledMessage}
 */
export function compileMessage(elements, code, constants, transform = (formatted) => formatted) {
  const formatted = transform(withConstants(elements, code, constants));
  const plain = formatted.map((element) => (element.type === TYPE.literal ? element.value : null));
  return plain.includes(null) ? formatted : plain.join('');
}

/**
 * Formats the constants of a message. Tags and other variables stay.
 *
 * @param {Element[]} elements
 * @param {string} code
 * @param {Constants} constants
 * @returns {Element[]}
 */
function withConstants(elements, code, { values, timeZone }) {
  // What stays is the value of itself, which the formatter hands through.
  /** @type {Record<string, unknown>} */
  const parts = {};
  visit(elements, (element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    if (element.type === TYPE.tag) {
      const { type, value } = element;
      parts[value] = (/** @type {(string | Element)[]} */ children) => ({
        type,
        value,
        children: children.map(toElement),
      });
    } else {
      parts[element.value] = values[element.value] ?? { type: TYPE.argument, value: element.value };
    }
  });
  const format = new IntlMessageFormat(elements, code, undefined, {
    formatters: {
      getNumberFormat: (...args) => new Intl.NumberFormat(...args),
      getPluralRules: (...args) => new Intl.PluralRules(...args),
      getDateTimeFormat: (locales, options) =>
        new Intl.DateTimeFormat(locales, { timeZone, ...options }),
    },
  });
  const formatted = /** @type {{ value: string | Element }[]} */ (format.formatToParts(parts));
  return formatted.map(({ value }) => toElement(value));
}

/**
 * @param {string | Element} part
 * @returns {Element}
 */
function toElement(part) {
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
 *
 * @param {Element[]} elements
 * @param {string} code
 * @param {Constants} constants
 * @returns {{ what: string, fix: string }[]}
 */
export function formatErrorsIn(elements, code, constants) {
  /** @type {{ what: string, fix: string }[]} */
  const errors = [];
  visit(elements, (element) => {
    const need = needs.get(element.type);
    if (need === undefined || !('value' in element)) return;
    const name = element.value;
    const value = constants.values[name];
    const [shown, fix] = [`{${name}, ${need.format}, …}`, `write {${name}} alone`];
    if (value === undefined) {
      errors.push({
        what: `${shown}: the value of {${name}} is only known when the page is used, and texts are formatted before, when the site is built`,
        fix,
      });
    } else if (need.type !== 'any' && need.type !== typeOf(value)) {
      errors.push({ what: `${shown}: {${name}} is “${value}”, which is no ${need.type}`, fix });
    }
  });
  if (errors.length > 0) return errors;
  try {
    withConstants(elements, code, constants);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        what: `a number, date or time has an unknown format: ${reason}`,
        fix: 'correct the format',
      },
    ];
  }
}

/** @param {string | number | Date} value */
function typeOf(value) {
  return value instanceof Date ? 'date' : typeof value;
}

/**
 * Returns the sorted names of a message's variables and tags, which must be the same in every
 * language.
 *
 * @param {CompiledMessage} message
 */
export function variablesOf(message) {
  /** @type {Set<string>} */
  const names = new Set();
  if (typeof message !== 'string')
    visit(message, (element) => {
      if (element.type === TYPE.tag) names.add(`<${element.value}>`);
      else if (element.type !== TYPE.literal && element.type !== TYPE.pound)
        names.add(`{${element.value}}`);
    });
  return [...names].sort().join(' ');
}

/**
 * Visits every element, including those nested in tags, selects and plurals.
 *
 * @param {Element[]} elements
 * @param {(element: Element) => void} visitor
 */
export function visit(elements, visitor) {
  for (const element of elements) {
    visitor(element);
    if (element.type === TYPE.tag) visit(element.children, visitor);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) visit(option.value, visitor);
    }
  }
}
