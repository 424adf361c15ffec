import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {string | Element[]} CompiledMessage plain text, or a tree where it has variables or tags
 */

/** Kinds that would call the engine's own Intl, which differs from a browser's. */
const refusedKinds = new Map([
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
 * @param {(elements: Element[]) => Element[]} transform what is made of it before
 * @returns {CompiledMessage}
 */
export function compileMessage(text, transform = (elements) => elements) {
  const elements = transform(parseMessage(text));
  const [refusal] = refusalsIn(elements);
  if (refusal) throw new Error(refusal);
  const plain = elements.map((element) => (element.type === TYPE.literal ? element.value : null));
  return plain.includes(null) ? elements.map(withoutLocation) : plain.join('');
}

/**
 * The names of a message's variables and tags, sorted: the same in every
 * language, or the page would show a gap.
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
 * Why a page could not show the message, once for each place.
 *
 * @param {Element[]} elements
 */
export function refusalsIn(elements) {
  /** @type {string[]} */
  const refusals = [];
  visit(elements, ({ type }) => {
    const kind = refusedKinds.get(type);
    if (kind === undefined) return;
    refusals.push(
      `{…, ${kind}} is refused: the server's engine would write it otherwise than a browser; ` +
        'give the finished text as a plain {variable}, or choose with {…, select, …}',
    );
  });
  return refusals;
}

/**
 * Sees every element, those inside of tags and choices too.
 *
 * @param {Element[]} elements
 * @param {(element: Element) => void} see
 */
export function visit(elements, see) {
  for (const element of elements) {
    see(element);
    if (element.type === TYPE.tag) visit(element.children, see);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) visit(option.value, see);
    }
  }
}

/**
 * The parser leaves `location` keys without a value; JSON drops them too.
 *
 * @param {Element} element
 * @returns {Element}
 */
function withoutLocation(element) {
  return JSON.parse(JSON.stringify(element));
}
