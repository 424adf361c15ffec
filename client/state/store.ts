import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { linkFields } from '../business.ts';
import { isLoadable, messageSource } from '../i18n/languages.ts';
import { withTrailingSlash } from './content-service.ts';
import { linkFetcher } from './link-fetcher.ts';
import type { PageState } from './page-state.ts';

/** The page's state and actions. */
export interface PageStore extends PageState {
  /** Whether the operator's base link is being fetched. */
  isFetching: boolean;
  /** Fetches the operator's base link, unless it is known or being fetched. */
  fetchLink: () => Promise<void>;
  /** Fetches the link of the official blog, unless it is known or being fetched. */
  fetchBlogLink: () => Promise<void>;
  /** Query string for links to the operator's site; empty until hydration, as in the served HTML. */
  campaign: string;
  /** Whether the visitor has closed the advert, until the next page load. */
  isAdvertClosed: boolean;
  closeAdvert: () => void;
  /** Whether an extension or a translation has replaced React's text nodes, which breaks updates. */
  isRewritten: boolean;
  /** Loads the messages of all languages in advance. */
  preloadLanguages: () => void;
  /** The language change in progress. Replacing it cancels the change. */
  pendingLanguage: PendingLanguage | null;
  /** Whether the last language change failed, until the language menu is closed. */
  hasLanguageFailed: boolean;
  /**
   * Switches the language when its messages are loaded, unless the visitor has navigated or chosen
   * another one by then.
   */
  changeLanguage: (code: string) => Promise<LanguageChange>;
}

interface PendingLanguage {
  code: string;
  /** URL of the page when the change began. */
  href: string;
}

/** Result of a language change; `needs load` if only a page load can switch, which will succeed. */
export type LanguageChange = 'changed' | 'canceled' | 'needs load' | 'failed';

export type PageStoreApi = StoreApi<PageStore>;

/** Creates the store of a page. On the server, each render has its own. */
export function createPageStore(state: PageState): PageStoreApi {
  return createStore<PageStore>((set, get) => {
    const messageFiles = messageSource(state);

    return {
      ...state,
      isFetching: false,

      fetchLink: linkFetcher(linkFields.link, {
        isKnown: () => get().link !== null,
        onFetching: (isFetching) => set({ isFetching }),
        onLink: (link) => set({ link: withTrailingSlash(link) }),
      }),

      fetchBlogLink: linkFetcher(linkFields.blogLink, {
        isKnown: () => get().blogLink !== null,
        onLink: (blogLink) => set({ blogLink }),
      }),

      campaign: '',

      isAdvertClosed: false,
      closeAdvert: () => set({ isAdvertClosed: true }),

      isRewritten: false,
      preloadLanguages: messageFiles.preload,

      pendingLanguage: null,
      hasLanguageFailed: false,

      async changeLanguage(code) {
        const pending = { code, href: window.location.href };
        set({ pendingLanguage: pending, hasLanguageFailed: false });
        // The router reports a navigation only after it has rendered the page.
        const isCanceled = () =>
          get().pendingLanguage !== pending || window.location.href !== pending.href;

        const messages = get().isRewritten ? 'gone' : await messageFiles.load(code);
        if (isCanceled()) return 'canceled';
        if (messages === null) {
          set({ pendingLanguage: null, hasLanguageFailed: true });
          return 'failed';
        }
        if (messages !== 'gone' && !get().isRewritten) {
          set({ pendingLanguage: null, currentLanguage: code, messages });
          return 'changed';
        }
        const canLoad = await isLoadable(code);
        if (isCanceled()) return 'canceled';
        set({ pendingLanguage: null, hasLanguageFailed: !canLoad });
        return canLoad ? 'needs load' : 'failed';
      },
    };
  });
}

const StoreContext = createContext<PageStoreApi | null>(null);

export const PageStoreProvider = StoreContext.Provider;

export function usePageStoreApi(): PageStoreApi {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('usePageStore requires a PageStoreProvider');
  return store;
}

/** Returns the origin of the hashed files. It never changes, so that no icon subscribes to it. */
export function useAssetOrigin(): string {
  return usePageStoreApi().getState().assetOrigin;
}

/** Selects a part of the page's state and subscribes to it. */
export function usePageStore<Part>(select: (store: PageStore) => Part): Part {
  return useStore(usePageStoreApi(), select);
}
