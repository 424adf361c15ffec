import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Compiled messages by id: plain text, or a tree where there are variables. */
export type Messages = Record<string, string | MessageFormatElement[]>;

/** A language that visitors can choose. */
export interface Locale {
  code: string;
  /** In the language itself. */
  name: string;
  dir: string;
  /** Address of its compiled messages. */
  messages: string;
}

/** What the server knew when it rendered the page, and the client starts from. */
export interface PageState {
  build: string;
  currentLanguage: string;
  /** The language that the address fixes with `?lang=`, if it does. */
  addressLanguage: string | null;
  /** Base of the operator's site; null until it is known. */
  link: string | null;
  blogLink: string | null;
  messagingLink: string | null;
  /** Start of the random rows. */
  seed: number;
  locales: Locale[];
  /** Messages of the current language only. */
  messages: Messages;
}
