import { parseMessage } from '../build/messages.mjs';

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
 * @type {import('./language.mjs').Check}
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
