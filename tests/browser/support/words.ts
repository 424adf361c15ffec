import { readFileSync } from 'node:fs';
import { brand, offer } from '../../../client/shared/business.ts';
import type { MessageId } from '../../../client/shared/message-id.ts';
import { isSentence } from '../../../ssr-bundle/build/line-breaks.mjs';
import { pseudoLocales } from '../../../ssr-bundle/build/pseudo-locales.mjs';

/** A language of the site, and how a visitor comes to it. */
export interface Language {
  code: string;
  /** What the visitor's browser asks for. */
  locale: string;
  ownName: string;
  /** What an address needs for it; nothing where the browser's wish is enough. */
  search: string;
}

interface BuiltLocale {
  code: string;
  name: string;
  openGraph: string;
  isPseudo: boolean;
}

const built: BuiltLocale[] = read('dist/site.json').locales;

/** The site's languages, as they were built, in the menu's order. */
export const languages: readonly Language[] = built
  .filter(({ isPseudo }) => !isPseudo)
  .map(({ code, name, openGraph }) => ({
    code,
    locale: openGraph.replace('_', '-'),
    ownName: name,
    search: '',
  }));

/** The disguises of English, which no browser's wish leads to. */
export const pseudoLanguages: readonly Language[] = built
  .filter(({ isPseudo }) => isPseudo)
  .map(({ code, name }) => ({ code, locale: 'en-MY', ownName: name, search: `?lang=${code}` }));

/** The language that stands in for all others. */
export const english = named('en');

/** The words of a message in one language, tags left out. */
export type Say = (id: MessageId, values?: Record<string, string | number>) => string;

/** All messages of a language, as its file has them, and English for those it lacks. */
export function messagesOf(code: string): Record<MessageId, string> {
  const original = read('locales/en.json');
  const pseudo = pseudoLocales(original).find((locale) => locale.code === code);
  return pseudo
    ? (pseudo.messages as Record<MessageId, string>)
    : { ...original, ...read(`locales/${code}.json`) };
}

/** Speaks one language. */
export function speaker(code: string): Say {
  const messages = messagesOf(code);

  return (id, values = {}) => {
    const known: Record<string, string | number> = { brand, ...offer, ...values };
    return (
      messages[id]
        // What localisers write to set line breaks is used up in sentences, and stays in titles.
        .replaceAll(isSentence(id) ? /[\u200b\u2060]/g : /\u200b/g, '')
        .replaceAll('\u00a0', ' ')
        .replaceAll(/<\/?\w+>/g, '')
        .replaceAll("''", "'")
        .replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(known[name] ?? hole))
    );
  };
}

/** The language of this code. */
export function named(code: string): Language {
  const language = [...languages, ...pseudoLanguages].find((it) => it.code === code);
  if (!language) throw new Error(`the site was built without ${code}`);
  return language;
}

function read(path: string) {
  return JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
}
