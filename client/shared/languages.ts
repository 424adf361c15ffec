import type { Locale, Messages, PageState } from './page-state.ts';
import { remembered } from './remembered.ts';

/**
 * The longest that messages may take, milliseconds: on a line with a latency of one second they
 * come within four, connection included. After that the address itself is the better bet.
 */
const timeout = 5_000;

/** Where the messages of the site's languages come from. */
interface MessageSource {
  /** The messages of a language; null where there are none. A failure is logged. */
  load: (code: string) => Promise<Messages | null>;
  /** Loads all languages before one of them is chosen. Only `load` retries what fails. */
  preload: () => void;
}

/** The messages of the page, and those of the server, each language requested once. */
export function messageSource(state: PageState): MessageSource {
  const loads = new Map<string, Promise<Messages | null>>();
  let isPreloaded = false;

  function load(code: string): Promise<Messages | null> {
    return remembered(loads, code, async () => {
      if (code === state.currentLanguage) return state.messages;
      try {
        return await fetchMessages(state, code);
      } catch (error) {
        console.error(error);
        loads.delete(code);
        return null;
      }
    });
  }

  return {
    load,
    preload() {
      if (isPreloaded || !navigator.onLine) return;
      isPreloaded = true;
      for (const { code } of state.locales) void load(code);
    },
  };
}

async function fetchMessages({ locales, messages: known }: PageState, code: string) {
  const locale = locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`there is no language ${code}`);
  const response = await fetch(locale.messages, { signal: AbortSignal.timeout(timeout) });
  // A newer build is served, whose files have other names: to ask again would be in vain.
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${locale.messages} answered ${response.status}`);
  const messages: unknown = await response.json();
  if (!haveIdsOf(known, messages)) throw new Error(`${locale.messages} holds no messages`);
  return messages;
}

/** Every language of a build has the same ids. */
function haveIdsOf(known: Messages, value: unknown): value is Messages {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(known).every((id) => Object.hasOwn(value, id));
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
