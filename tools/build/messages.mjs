import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {string | Element[]} CompiledMessage plain text, or an AST if it has variables or tags
 */

/** Element types formatted with Intl, whose output differs between the server's engine and browsers. */
const unsupportedTypes = new Map([
  [TYPE.number, 'number'],
  [TYPE.date, 'date'],
  [TYPE.time, 'time'],
  [TYPE.plural, 'plural or selectordinal'],
]);

/**
 * Parses an ICU message.
 *
 * @param {string} text
 */
export function parseMessage(text) {
  return parse(text, { captureLocation: false });
}

/**
 * Compiles an ICU message.
 *
 * @param {string} text
 * @param {(elements: Element[]) => Element[]} transform applied to the AST first
 * @returns {CompiledMessage}
 */
export function compileMessage(text, transform = (elements) => elements) {
  const elements = transform(parseMessage(text));
  const [error] = unsupportedFormatsIn(elements);
  if (error) throw new Error(error);
  const plain = elements.map((element) => (element.type === TYPE.literal ? element.value : null));
  return plain.includes(null) ? elements.map(withoutLocation) : plain.join('');
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
 * Returns an error for each element that formats with Intl.
 *
 * @param {Element[]} elements
 */
export function unsupportedFormatsIn(elements) {
  /** @type {string[]} */
  const errors = [];
  visit(elements, ({ type }) => {
    const kind = unsupportedTypes.get(type);
    if (kind === undefined) return;
    errors.push(
      `{…, ${kind}} is not supported: server and browsers would format it differently; ` +
        'pass the formatted text as a plain {variable}, or use {…, select, …}',
    );
  });
  return errors;
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

/**
 * Removes the parser's undefined `location` keys, which JSON drops as well.
 *
 * @param {Element} element
 * @returns {Element}
 */
function withoutLocation(element) {
  return JSON.parse(JSON.stringify(element));
}
