import { parseMessage } from '../messages.mjs';

/** What the parser means, in words; others are told as it says them. */
const reasons = new Map([
  ['EXPECT_ARGUMENT_CLOSING_BRACE', 'a { has no } that closes it'],
  ['EMPTY_ARGUMENT', '{} has no name between its braces'],
  ['MALFORMED_ARGUMENT', 'the name between { and } is not a word'],
  ['INVALID_ARGUMENT_TYPE', 'after {name, comes something else than select'],
  ['EXPECT_SELECT_ARGUMENT_OPTIONS', 'a {…, select} lists nothing to choose from'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has a choice without a key'],
  ['EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT', 'a key of a {…, select} has no {text} behind it'],
  ['DUPLICATE_SELECT_ARGUMENT_SELECTOR', 'a {…, select} has a key twice'],
  ['MISSING_OTHER_CLAUSE', 'a {…, select} or plural has no "other {…}" for everything else'],
  ['INVALID_TAG', 'a < begins no proper tag such as <link>'],
  ['UNCLOSED_TAG', 'a tag such as <link> has no </link> that closes it'],
  ['UNMATCHED_CLOSING_TAG', 'a closing tag such as </link> has no <link> before it'],
]);

/**
 * Whether each message is in ICU MessageFormat.
 *
 * @type {import('./language.mjs').Check}
 */
export function checkSyntax({ messages, trees }, english) {
  return Object.entries(messages)
    .filter(([id]) => !trees.has(id))
    .map(([id, message]) => ({
      id,
      what: `the braces or tags are broken: ${reasonOf(message)}`,
      mend: /[{<]/.test(english.messages[id] ?? '')
        ? `copy what stands between { } and < > from the English “${english.messages[id]}”`
        : 'remove the braces or tags: the English has none',
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
