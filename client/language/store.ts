import { createContext, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  isLoadable,
  type Locale,
  type Messages,
  messageSource,
  type PageLanguages,
} from './messages.ts';
import { languageInUrl } from './url.ts';

/**
 * The languages of a page: what is loaded, and what the visitor has chosen. The language that it shows is
 * that of its URL (`LanguageProvider`).
 */
export interface LanguageStore {
  locales: Locale[];
  /** The language that the page was served in. */
  served: string;
  /** The messages of each language that is loaded. */
  messages: Record<string, Messages>;
  /** The language that is loading. Replacing it cancels the change. */
  pending: PendingLanguage | null;
  /** Whether the last change failed, until the language menu is closed. */
  hasFailed: boolean;
  /** Whether an extension or a translation has replaced React's text nodes, which breaks updates. */
  isRewritten: boolean;
  /** Loads the messages of all languages in advance. */
  preload: () => void;
  /** Loads the messages of a language, unless the visitor navigates or chooses another one by then. */
  load: (code: string) => Promise<LoadResult>;
}

interface PendingLanguage {
  code: string;
  /** URL of the page when the change began. */
  href: string;
}

/** `needs page load` if only a page load can change the language, which will succeed. */
type LoadResult = 'loaded' | 'canceled' | 'needs page load' | 'failed';

export type LanguageStoreApi = StoreApi<LanguageStore>;

/** Creates the store of a page. On the server, each render has its own. */
export function createLanguageStore(page: PageLanguages): LanguageStoreApi {
  const source = messageSource(page);

  return createStore<LanguageStore>((set, get) => ({
    locales: page.locales,
    served: page.currentLanguage,
    messages: { [page.currentLanguage]: page.messages },
    pending: null,
    hasFailed: false,
    isRewritten: false,
    preload: source.preload,

    async load(code) {
      const pending = { code, href: window.location.href };
      set({ pending, hasFailed: false });
      // The router reports a navigation only after it has rendered the page.
      const isCanceled = () => get().pending !== pending || window.location.href !== pending.href;

      const messages = get().isRewritten ? 'gone' : await source.load(code);
      if (isCanceled()) return 'canceled';
      if (messages === null) {
        set({ pending: null, hasFailed: true });
        return 'failed';
      }
      if (messages !== 'gone' && !get().isRewritten) {
        set((store) => ({ messages: { ...store.messages, [code]: messages } }));
        return 'loaded';
      }
      const canLoad = await isLoadable(code);
      if (isCanceled()) return 'canceled';
      set({ pending: null, hasFailed: !canLoad });
      return canLoad ? 'needs page load' : 'failed';
    },
  }));
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

/** Returns the site's languages, which never change. */
export function useLocales(): Locale[] {
  return useLanguageStoreApi().getState().locales;
}

/** Returns the language of `?lang=` in the page's URL, or null if absent or unknown. */
export function useUrlLanguage(): string | null {
  const { search } = useLocation();
  return languageInUrl(search, useLocales());
}
