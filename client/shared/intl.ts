import { createIntl, createIntlCache, type IntlConfig, type IntlShape } from 'react-intl';
import { brand, offer } from './business.ts';
import type { Messages } from './page-state.ts';
import { remembered } from './remembered.ts';

const cache = createIntlCache();
const known = new WeakMap<Messages, IntlShape>();

/** Constants that any message may use as `{name}`; the types allow tags alone. */
const everywhere = { brand, ...offer } as unknown as NonNullable<
  IntlConfig['defaultRichTextElements']
>;

/** The formatter of a language; the same one for the same messages. */
export function intlFor(language: string, messages: Messages): IntlShape {
  return remembered(known, messages, () => {
    const intl = createIntl(
      { locale: language, messages: asTrees(messages), defaultRichTextElements: everywhere },
      cache,
    );
    rememberFormats(intl);
    return intl;
  });
}

/**
 * Makes the library find a message's format by the message itself, which is the
 * same object all the time; by itself it writes the message as JSON each time to
 * look it up.
 */
function rememberFormats({ formatters }: IntlShape) {
  const { getMessageFormat } = formatters;
  const formats = new WeakMap<object, ReturnType<typeof getMessageFormat>>();
  formatters.getMessageFormat = (...args) => {
    const [message] = args;
    if (typeof message !== 'object') return getMessageFormat(...args);
    return remembered(formats, message, () => getMessageFormat(...args));
  };
}

/** Without its parser the library wants plain text as a tree of one literal. */
function asTrees(messages: Messages): NonNullable<IntlConfig['messages']> {
  const trees = Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'string' ? [{ type: 0, value: message }] : message,
  ]);
  return Object.fromEntries(trees);
}
