/** Attributes with text, and what a visitor notices of them. */
const attributes = new Map([
  ['alt', 'Alternative text of a picture, read by screen readers'],
  ['aria-label', 'Accessible name of <{element}>, read by screen readers'],
  ['aria-description', 'Description of <{element}>, read by screen readers'],
  ['aria-roledescription', 'Kind of <{element}>, read by screen readers'],
  ['title', 'Tooltip of <{element}>'],
  ['placeholder', 'Placeholder of <{element}>'],
]);

/**
 * Describes how a message is used at a place.
 *
 * @param {import('./places.mjs').Place} place
 * @param {boolean} isSeen whether the message is seen as text anywhere
 */
export function describeUse({ element, attribute, isInHead, name, isDescription }, isSeen) {
  if (isInHead) return element === 'title' ? 'Title of the document' : `Metadata “${name}”`;
  if (attribute !== null) {
    const words = attributes.get(attribute) ?? `Attribute ${attribute} of <{element}>`;
    return words.replace('{element}', element);
  }
  if (isSeen) return 'Text';
  return isDescription
    ? 'Hidden text, read by screen readers as the description of controls'
    : 'Hidden text, read by screen readers';
}
