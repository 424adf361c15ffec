import { memoized } from '../memoize.ts';
import type { Locale, Messages, PageState } from '../state/page-state.ts';

/**
 * Timeout of a request in milliseconds. With a latency of one second, messages take four, including
 * the connection.
 */
const timeout = 5_000;

/** Pause before a failed request for messages is repeated, in milliseconds. */
const retryDelay = 1_000;

/** Loads the messages of the site's languages. */
interface MessageSource {
  /**
   * Returns the messages of a language, `gone` if the server has a newer build, or null if two
   * requests failed. Failures are logged.
   */
  load: (code: string) => Promise<Messages | 'gone' | null>;
  /** Requests all languages once in advance. */
  preload: () => void;
}

/** Creates a source that keeps what it has loaded, and never requests the page's own language. */
export function messageSource(state: PageState): MessageSource {
  const requests = new Map<string, Promise<Messages | 'gone' | null>>();
  let isPreloaded = false;

  function request(code: string): Promise<Messages | 'gone' | null> {
    return memoized(requests, code, async () => {
      if (code === state.currentLanguage) return state.messages;
      try {
        return await fetchMessages(state, code);
      } catch (error) {
        console.error(error);
        requests.delete(code);
        return null;
      }
    });
  }

  return {
    async load(code) {
      const loaded = await request(code);
      if (loaded !== null) return loaded;
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return request(code);
    },
    preload() {
      if (isPreloaded || !navigator.onLine) return;
      isPreloaded = true;
      for (const { code } of state.locales) void request(code);
    },
  };
}

async function fetchMessages({ locales, messages: known }: PageState, code: string) {
  const locale = locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`unknown language ${code}`);
  const response = await fetch(locale.messages, { signal: AbortSignal.timeout(timeout) });
  // The server has a newer build with other file names: a retry would fail too.
  if (response.status === 404) return 'gone';
  const messages: unknown = response.ok && (await response.json());
  if (!hasIdsOf(known, messages)) {
    throw new Error(`${locale.messages}: status ${response.status}, not a message file`);
  }
  return messages;
}

/** Whether a value has all message ids, which are the same in every language of a build. */
function hasIdsOf(known: Messages, value: unknown): value is Messages {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(known).every((id) => Object.hasOwn(value, id));
}

/**
 * Whether the server responds with the current page in a language. An error page, or the sign-in page
 * of a public network, must not replace a page that works.
 */
export async function isLoadable(code: string): Promise<boolean> {
  try {
    const { headers } = await fetch(currentUrlIn(code), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    return headers.get('content-language') === code;
  } catch {
    return false;
  }
}

/** Returns the URL of the page that the browser shows now, in a language. */
export function currentUrlIn(code: string): string {
  // A path with two leading slashes would be a scheme-relative URL.
  return urlIn(window.location.pathname.replace(/^\/+/, '/'), code);
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
