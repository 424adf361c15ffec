import { memoized } from '../memoize.ts';
import type { Locale, Messages, PageState } from '../state/page-state.ts';

/**
 * Timeout for messages in milliseconds. With a latency of one second they take four, including the
 * connection. After it, loading the URL is more promising.
 */
const timeout = 5_000;

/** Loads the messages of the site's languages. */
interface MessageSource {
  /** Returns the messages of a language, or null on failure, which is logged unless it is a 404. */
  load: (code: string) => Promise<Messages | null>;
  /** Loads all languages in advance. Failures are retried by `load` only. */
  preload: () => void;
}

/** Creates a source that requests each language at most once, and not the page's own. */
export function messageSource(state: PageState): MessageSource {
  const loads = new Map<string, Promise<Messages | null>>();
  let isPreloaded = false;

  function load(code: string): Promise<Messages | null> {
    return memoized(loads, code, async () => {
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
  if (!locale) throw new Error(`unknown language ${code}`);
  const response = await fetch(locale.messages, { signal: AbortSignal.timeout(timeout) });
  // The server has a newer build with other file names: a retry would fail too.
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${locale.messages}: status ${response.status}`);
  const messages: unknown = await response.json();
  if (!hasIdsOf(known, messages)) throw new Error(`${locale.messages}: not a message file`);
  return messages;
}

/** Whether a value has all message ids, which are the same in every language of a build. */
function hasIdsOf(known: Messages, value: unknown): value is Messages {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(known).every((id) => Object.hasOwn(value, id));
}

/** Returns the URL of a path with `?lang=`, or without if the language is null (negotiated). */
export function urlIn(path: string, language: string | null): string {
  return language === null ? path : `${path}?lang=${language}`;
}

/** Returns the language of `?lang=` in a query string, or null if absent or unknown. */
export function languageInUrl(search: string, locales: Locale[]): string | null {
  const requested = new URLSearchParams(search).get('lang')?.toLowerCase();
  return locales.find(({ code }) => code.toLowerCase() === requested)?.code ?? null;
}
