/** The messages of the site's languages, and how the browser loads them. */
import type english from '../../locales/en.json';
import { memoized } from '../memoize.ts';
import type { MessageValues } from './message-values.d.ts';
import { currentUrlIn } from './url.ts';

/** Id of a message that needs no values. */
export type MessageId = Exclude<keyof typeof english, keyof MessageValues>;

/** A compiled message: plain text, or parts if it has tags or variables. */
export type Message = string | MessagePart[];

/** Text, a tag with its content, or a variable. */
type MessagePart = string | { name: string; content?: Message };

/** Compiled messages by id. */
export type Messages = Record<string, Message>;

/** A language of the site: what renders a page in it. */
export interface Locale {
  code: string;
  /** Name in the language itself. */
  name: string;
  dir: string;
  /** URL of its compiled messages. */
  messages: string;
}

/** The languages of a page that the server has rendered. */
export interface PageLanguages {
  /** The language that it was rendered in. */
  currentLanguage: string;
  /** All that the site has. */
  locales: Locale[];
  /** Messages of the language that it was rendered in. */
  messages: Messages;
}

/** Timeout of a request in milliseconds: with a latency of one second, messages take four. */
const timeout = 5_000;

/** Pause before a failed request for messages is repeated, in milliseconds. */
const retryDelay = 1_000;

/** Whether messages can be loaded at all. */
export function canLoadMessages(): boolean {
  return 'fetch' in window && 'timeout' in AbortSignal;
}

/** Creates a source that keeps what it has loaded, and never requests the page's own language. */
export function messageSource(page: PageLanguages) {
  const requests = new Map<string, Promise<Messages | 'gone' | null>>();
  let isPreloaded = false;

  function request(code: string): Promise<Messages | 'gone' | null> {
    return memoized(requests, code, async () => {
      if (code === page.currentLanguage) return page.messages;
      try {
        return await fetchMessages(page, code);
      } catch (error) {
        console.error(error);
        requests.delete(code);
        return null;
      }
    });
  }

  return {
    /**
     * Returns the messages of a language, `gone` if the server has a newer build, or null if two
     * requests failed. Failures are logged.
     */
    async load(code: string) {
      const loaded = await request(code);
      if (loaded !== null) return loaded;
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return request(code);
    },
    /** Requests all languages once in advance. */
    preload() {
      if (isPreloaded || !navigator.onLine || !canLoadMessages()) return;
      isPreloaded = true;
      for (const { code } of page.locales) void request(code);
    },
  };
}

async function fetchMessages({ locales, messages: known }: PageLanguages, code: string) {
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
