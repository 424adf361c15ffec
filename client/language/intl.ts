import { createIntl, createIntlCache, type IntlConfig, type IntlShape } from 'react-intl';
import { memoized } from '../memoize.ts';
import type { Messages } from './messages.ts';

const cache = createIntlCache();
const intls = new WeakMap<Messages, IntlShape>();

/** Returns the formatter of a language, memoized by its messages. */
export function intlFor(language: string, messages: Messages): IntlShape {
  return memoized(intls, messages, () => {
    // Messages with tags are ASTs; React Intl never sees the others, which `returnText` returns.
    const asts = messages as NonNullable<IntlConfig['messages']>;
    const intl = createIntl({ locale: language, messages: asts }, cache);
    returnText(intl, messages);
    memoizeFormats(intl);
    return intl;
  });
}

/** Returns a message without tags and values as it is: the build has formatted it. */
function returnText(intl: IntlShape, messages: Messages) {
  const { formatMessage } = intl;
  const format = formatMessage as (...args: unknown[]) => unknown;
  intl.formatMessage = ((descriptor: { id: string }, ...rest: unknown[]) => {
    const message = messages[descriptor.id];
    return typeof message === 'string' ? message : format(descriptor, ...rest);
  }) as typeof formatMessage;
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
