import type { Locale, Messages, PageState } from './page-state.ts';

/** What is had instead of messages: nothing for now, or never in this build of the site. */
type NoMessages = 'failed' | 'gone';

/**
 * A function that gives the messages of a language: those of the page, those
 * loaded before, or from the server. A failure is logged.
 */
export function messageLoader(state: PageState): (code: string) => Promise<Messages | NoMessages> {
  const known = new Map([[state.currentLanguage, state.messages]]);

  return async function load(code) {
    try {
      const messages = known.get(code) ?? (await fetchMessages(state.locales, code));
      if (messages !== 'gone') known.set(code, messages);
      return messages;
    } catch (error) {
      console.error(error);
      return 'failed';
    }
  };
}

async function fetchMessages(locales: Locale[], code: string): Promise<Messages | 'gone'> {
  const locale = locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`there is no language ${code}`);
  const response = await fetch(locale.messages);
  // A newer build is served, whose files have other names.
  if (response.status === 404) return 'gone';
  if (!response.ok) throw new Error(`${locale.messages} answered ${response.status}`);
  return response.json();
}

/** The address of a path that fixes this language; null leaves it to the visitor's browser. */
export function addressIn(path: string, language: string | null): string {
  return language === null ? path : `${path}?lang=${language}`;
}

/** The language that an address fixes with `?lang=`, if the site speaks it. */
export function languageInAddress(search: string, locales: Locale[]): string | null {
  const named = new URLSearchParams(search).get('lang')?.toLowerCase();
  return locales.find(({ code }) => code.toLowerCase() === named)?.code ?? null;
}
