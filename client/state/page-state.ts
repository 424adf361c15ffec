import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Compiled messages by id: plain text, or an AST if there are variables. */
export type Messages = Record<string, string | MessageFormatElement[]>;

/** A language of the menu. */
export interface Locale {
  code: string;
  /** Name in the language itself. */
  name: string;
  dir: string;
  /** URL of its compiled messages. */
  messages: string;
}

/** The state that the server serializes for hydration. */
export interface PageState {
  build: string;
  /** Origin of the hashed files, without a trailing slash; empty for the site's own. */
  assetOrigin: string;
  currentLanguage: string;
  /** Language of `?lang=` in the URL, if any. */
  urlLanguage: string | null;
  /** Base URL of the operator's site, or null while unknown. */
  link: string | null;
  blogLink: string | null;
  messagingLink: string | null;
  /** Names of the URL parameters that links to the operator's site carry on. */
  campaignParameters: string[];
  /** Seed of the random rows. */
  seed: number;
  locales: Locale[];
  /** Messages of the current language. */
  messages: Messages;
}
