import { createContext, useContext } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { intlFor, type PageIntl } from './intl.ts';
import {
  isLoadable,
  type Locale,
  type Messages,
  messageSource,
  type PageLanguages,
} from './messages.ts';
import { currentUrlIn, languageInUrl } from './url.ts';

/**
 * The languages of a page. The URL names the language: a choice loads it and navigates there, and each
 * navigation, also by Back, shows the language of its URL.
 */
export interface LanguageStore {
  locales: Locale[];
  /** The language that the page shows. */
  shown: PageIntl;
  /** The language that is loading. Replacing it cancels the change. */
  pending: PendingLanguage | null;
  /** Whether the last change failed, until the language menu is closed. */
  hasFailed: boolean;
  /** The language in which an extension or a translation has replaced React's text nodes, if any. */
  rewritten: string | null;
  /** Loads the messages of all languages in advance. */
  preload: () => void;
  /** Loads a language and navigates to its URL, unless the visitor does something else by then. */
  choose: (code: string, goTo: (url: string) => void) => void;
  /** Ends a choice that was made before a navigation, and shows the language of its URL. */
  follow: (location: Pick<Location, 'search'>) => void;
}

interface PendingLanguage {
  code: string;
  /** URL of the page when the change began. */
  href: string;
}

export type LanguageStoreApi = StoreApi<LanguageStore>;

/** Creates the store of a page. On the server, each render has its own. */
export function createLanguageStore(page: PageLanguages): LanguageStoreApi {
  const source = messageSource(page);

  return createStore<LanguageStore>((set, get) => {
    /** React cannot update text that was rewritten. */
    const isRewritten = () => get().rewritten === get().shown.locale;

    /**
     * Loads a language, unless the visitor navigates or chooses another one by then.
     *
     * @param onGone called if only a page load can show the language, which will succeed
     */
    async function load(
      code: string,
      onLoaded: (messages: Messages) => void,
      onGone: () => void,
    ): Promise<void> {
      const pending = { code, href: window.location.href };
      set({ pending, hasFailed: false });
      // The router reports a navigation only after it has rendered the page.
      const isCanceled = () => get().pending !== pending || window.location.href !== pending.href;

      const messages = isRewritten() ? 'gone' : await source.load(code);
      if (isCanceled()) return;
      if (messages !== null && messages !== 'gone' && !isRewritten()) return onLoaded(messages);
      const canLoad = messages !== null && (await isLoadable(code));
      if (isCanceled()) return;
      set({ pending: null, hasFailed: !canLoad });
      if (canLoad) onGone();
    }

    return {
      locales: page.locales,
      shown: intlFor(page.currentLanguage, page.messages),
      pending: null,
      hasFailed: false,
      rewritten: null,
      preload: source.preload,

      choose(code, goTo) {
        const url = currentUrlIn(code);
        void load(
          code,
          () => goTo(url),
          () => window.location.assign(url),
        );
      },

      follow({ search }) {
        const code = languageInUrl(search, page.locales) ?? page.currentLanguage;
        if (code === get().shown.locale) return set({ pending: null });
        void load(
          code,
          (messages) => set({ shown: intlFor(code, messages), pending: null }),
          () => window.location.reload(),
        );
      },
    };
  });
}

const LanguageStoreContext = createContext<LanguageStoreApi | null>(null);

export const LanguageStoreProvider = LanguageStoreContext.Provider;

export function useLanguageStoreApi(): LanguageStoreApi {
  const store = useContext(LanguageStoreContext);
  if (store === null) throw new Error('useLanguageStore requires a LanguageStoreProvider');
  return store;
}

/** Selects a part of the languages' state and subscribes to it. */
export function useLanguageStore<Part>(select: (store: LanguageStore) => Part): Part {
  return useStore(useLanguageStoreApi(), select);
}

/** Returns the site's locales, which never change. */
export function useLocales(): Locale[] {
  return useLanguageStoreApi().getState().locales;
}

/** Returns the language of `?lang=` in the page's URL, or null if absent or unknown. */
export function useUrlLanguage(): string | null {
  const { search } = useLocation();
  return languageInUrl(search, useLocales());
}
