import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteConstants } from '../../../tools/build/locales.ts';
import { idsLocale, pseudoLocales } from '../../../tools/build/pseudo-locales.ts';
import {
  compileMessage,
  constantsOf,
  parseMessage,
  shownText,
} from '../../../tools/messages/icu.ts';
import { siteFolder } from '../../support/marquee.ts';
import { config } from '../../support/site.ts';

/** A language of the site, and how to select it. */
export interface Language {
  code: string;
  /** The browser's locale. */
  locale: string;
  ownName: string;
  /** Query string that selects it; empty if negotiation does. */
  search: string;
}

interface BuiltLocale {
  code: string;
  name: string;
  openGraph: string;
  isPseudo: boolean;
}

const built: BuiltLocale[] = read('dist/site.json').locales;

/** The languages of the build, in menu order. */
export const languages: readonly Language[] = built
  .filter(({ isPseudo }) => !isPseudo)
  .map(({ code, name, openGraph }) => ({
    code,
    locale: openGraph.replace('_', '-'),
    ownName: name,
    search: '',
  }));

/** The pseudo-locales, which negotiation never selects. */
export const pseudoLanguages: readonly Language[] = built
  .filter(({ isPseudo }) => isPseudo)
  .map(({ code, name }) => ({ code, locale: 'en-MY', ownName: name, search: `?lang=${code}` }));

/** The pseudo-locales that lay out like a language: ids have no spaces, and fit few places. */
export const layoutLanguages: readonly Language[] = pseudoLanguages.filter(
  ({ code }) => code !== idsLocale,
);

/** The fallback language. */
export const english = named('en');

/** The languages besides English. */
export const otherLanguages = languages.filter(({ code }) => code !== english.code);

/** Two of them; the same one where the site has no other, and English where it has no other language. */
export const [second = english, third = second] = otherLanguages;

/** The pseudo-locale that is written from right to left. */
export const rightToLeft = named('en-XB');

export type MessageId =
  | keyof typeof import('../../../locales/en.json')
  | keyof typeof import('../../site/locales/en.json');

/** Formats a message in one language, without tags. */
export type MessageFormatter = (id: MessageId, values?: Record<string, string | number>) => string;

/** Returns the messages of a language, with English for missing ones. */
export function messagesOf(code: string): Record<MessageId, string> {
  const original = read('locales/en.json');
  const pseudo = pseudoLocales(original).find((locale) => locale.code === code);
  return pseudo
    ? (pseudo.messages as Record<MessageId, string>)
    : { ...original, ...read(`locales/${code}.json`) };
}

/** Returns the message formatter of a language. */
export function messageFormatter(code: string): MessageFormatter {
  const messages = messagesOf(code);
  const constants = constantsOf(messages, siteConstants(config));

  return (id, runTimeValues = {}) => {
    const values = { ...constants.values, ...runTimeValues };
    const message = compileMessage(parseMessage(messages[id]), code, { ...constants, values });
    return shownText(message).replaceAll('\u00a0', ' ');
  };
}

/** Returns the language with this code. */
export function named(code: string): Language {
  const language = [...languages, ...pseudoLanguages].find((it) => it.code === code);
  if (!language) throw new Error(`the build has no language ${code}`);
  return language;
}

function read(path: string) {
  return JSON.parse(readFileSync(join(siteFolder, path), 'utf8'));
}
