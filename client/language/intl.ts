import { createElement, Fragment, isValidElement, type ReactNode } from 'react';
import { memoized } from '../memoize.ts';
import type { MessageValues, Tag, Value } from './message-values.d.ts';
import type { Message, MessageId, Messages } from './messages.ts';

type Values = Record<string, Value | Tag>;

/** What React Intl provides to components. */
export type PageIntl = ReturnType<typeof createIntl>;

const intls = new WeakMap<Messages, PageIntl>();

/** Returns what React Intl provides to components, of a language; memoized by its messages. */
export function intlFor(language: string, messages: Messages): PageIntl {
  return memoized(intls, messages, () => createIntl(language, messages));
}

function createIntl(locale: string, messages: Messages) {
  function formatMessage({ id }: { id: MessageId }): string;
  function formatMessage<Id extends keyof MessageValues>(
    { id }: { id: Id },
    values: MessageValues[Id],
  ): ReactNode;
  function formatMessage({ id }: { id: string }, values: Values = {}): ReactNode {
    return format(messages[id] ?? id, values);
  }
  return { locale, formatMessage };
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
