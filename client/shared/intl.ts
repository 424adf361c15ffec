import { createIntl, createIntlCache, type IntlConfig, type IntlShape } from 'react-intl';
import { brand, offer } from './business.ts';
import type { Messages } from './page-state.ts';

const cache = createIntlCache();
const known = new WeakMap<Messages, IntlShape>();

/** Constants that any message may use as `{name}`; the types allow tags alone. */
const everywhere = { brand, ...offer } as unknown as NonNullable<
  IntlConfig['defaultRichTextElements']
>;

/** The formatter of a language; the same one for the same messages. */
export function intlFor(language: string, messages: Messages): IntlShape {
  let intl = known.get(messages);
  if (!intl) {
    intl = createIntl(
      { locale: language, messages: asTrees(messages), defaultRichTextElements: everywhere },
      cache,
    );
    known.set(messages, intl);
  }
  return intl;
}

/** Without its parser the library wants plain text as a tree of one literal. */
function asTrees(messages: Messages): NonNullable<IntlConfig['messages']> {
  const trees = Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'string' ? [{ type: 0, value: message }] : message,
  ]);
  return Object.fromEntries(trees);
}
