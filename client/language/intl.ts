import { createElement, Fragment, isValidElement, type ReactNode } from 'react';
import type { IntlShape } from 'react-intl';
import { memoized } from '../memoize.ts';
import type { Message, Messages } from './messages.ts';

type Values = Record<string, ReactNode | ((content: ReactNode) => ReactNode)>;

const intls = new WeakMap<Messages, IntlShape>();

/**
 * Returns what React Intl provides to components, of a language: `formatMessage` alone, as the build does
 * the work of its other formatters (ADR 0007). Memoized by the language's messages.
 */
export function intlFor(language: string, messages: Messages): IntlShape {
  return memoized(intls, messages, () => {
    const formatMessage = ({ id }: { id: string }, values: Values = {}) =>
      format(messages[id] ?? id, values);
    return { locale: language, formatMessage } as IntlShape;
  });
}

/** Returns text, or a node if the message has a tag. */
function format(message: Message, values: Values): ReactNode {
  if (typeof message === 'string') return message;
  const parts = message.map((part) => {
    if (typeof part === 'string') return part;
    const value = values[part.name];
    return typeof value === 'function' ? value(format(part.content ?? '', values)) : value;
  });
  return parts.some(isValidElement) ? createElement(Fragment, null, ...parts) : parts.join('');
}
