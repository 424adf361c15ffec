import { createIntl, createIntlCache, type IntlConfig, type IntlShape } from 'react-intl';
import { memoized } from '../memoize.ts';
import type { Messages } from '../state/page-state.ts';

const cache = createIntlCache();
const intls = new WeakMap<Messages, IntlShape>();

/** Returns the formatter of a language, memoized by its messages. */
export function intlFor(language: string, messages: Messages): IntlShape {
  return memoized(intls, messages, () => {
    const intl = createIntl({ locale: language, messages: toAsts(messages) }, cache);
    memoizeFormats(intl);
    return intl;
  });
}

/**
 * Caches formats by the identity of the message. React Intl's own cache serializes the message to
 * JSON for each lookup.
 */
function memoizeFormats({ formatters }: IntlShape) {
  const { getMessageFormat } = formatters;
  const formats = new WeakMap<object, ReturnType<typeof getMessageFormat>>();
  formatters.getMessageFormat = (...args) => {
    const [message] = args;
    if (typeof message !== 'object') return getMessageFormat(...args);
    return memoized(formats, message, () => getMessageFormat(...args));
  };
}

/** Converts plain text to an AST of one literal, as React Intl requires without its parser. */
function toAsts(messages: Messages): NonNullable<IntlConfig['messages']> {
  const asts = Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'string' ? [{ type: 0, value: message }] : message,
  ]);
  return Object.fromEntries(asts);
}
