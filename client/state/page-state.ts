import type { PageLanguages } from '../language/messages.ts';
import type { Data } from './data.ts';

/** The state that the server serializes for hydration. */
export interface PageState extends PageLanguages {
  build: string;
  /** Route of the page: one of `client/site/pages.ts`, or `/404`. */
  path: string;
  /** Path of the URL at which the browser got the page, which adds it. */
  servedAt?: string;
  /** Length of the app's HTML as it was served, in UTF-16 code units; 0 in an app shell. */
  htmlLength: number;
  /** Base URL of the operator's site, or null while unknown. */
  link: string | null;
  blogLink: string | null;
  messagingLink: string | null;
  data: Data;
  /** Seed of the random rows. */
  seed: number;
}

declare global {
  interface Window {
    /** The store of the app that runs, for scripts of their own. */
    pageStore?: { getState: () => Pick<PageState, 'currentLanguage'> };
  }
}

/** Returns the state as it was served. */
export function servedState(): PageState {
  return JSON.parse((document.getElementById('state') as HTMLElement).textContent);
}

/** Returns the language of the page. That of the document is a translation's, if there is one. */
export function currentLanguage(): string {
  // Of a page that is still arriving, nothing is translated yet, and its state is at the end.
  if (document.readyState === 'loading') return document.documentElement.lang;
  return (window.pageStore?.getState() ?? servedState()).currentLanguage;
}
