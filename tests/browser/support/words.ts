import { readFileSync } from 'node:fs';
import { brand, offer } from '../../../client/shared/business.ts';
import type { MessageId } from '../../../client/shared/message-id.ts';

/** The site's languages, each with what a visitor's browser asks for. */
export const languages = [
  { code: 'en', locale: 'en-MY', ownName: 'English' },
  { code: 'zh', locale: 'zh-CN', ownName: '中文' },
  { code: 'ms', locale: 'ms-MY', ownName: 'Bahasa Melayu' },
] as const;

export type Language = (typeof languages)[number];
export type LanguageCode = Language['code'];

/** The words of a message in one language, tags left out. */
export type Say = (id: MessageId, values?: Record<string, string | number>) => string;

/** All messages of a language, as its file has them. */
export function messagesOf(code: LanguageCode): Record<MessageId, string> {
  const file = new URL(`../../../locales/${code}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Speaks one language. */
export function speaker(code: LanguageCode): Say {
  const messages = messagesOf(code);

  return (id, values = {}) => {
    const known: Record<string, string | number> = { brand, ...offer, ...values };
    return messages[id]
      .replaceAll(/<\/?\w+>/g, '')
      .replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(known[name] ?? hole));
  };
}
