import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { linkFields } from './business.ts';
import { withTrailingSlash } from './content-service.ts';
import { messageSource } from './languages.ts';
import { linkAsker } from './link-asker.ts';
import type { PageState } from './page-state.ts';

/** The page's state, and what can be done to it. */
export interface PageStore extends PageState {
  /** The operator's base link is being asked for. */
  isFetching: boolean;
  /** Asks for the operator's base link, unless it is known or being asked for. */
  fetchLink: () => Promise<void>;
  /** The same for the link of the official blog. */
  fetchBlogLink: () => Promise<void>;
  /** The visitor has closed the advert, which stays so for as long as the page lives. */
  isAdvertClosed: boolean;
  closeAdvert: () => void;
  /** Somebody else has rewritten the page's text, and React's next words would not be shown. */
  isRewritten: boolean;
  /** Loads the messages of all languages, so that a switch need not wait for them. */
  preloadLanguages: () => void;
  /** Switches once the messages are there. */
  changeLanguage: (code: string) => Promise<LanguageChange>;
}

/**
 * What came of it: a later choice was quicker, or only a load of the address brings the language,
 * which is no use while the browser is offline.
 */
export type LanguageChange = 'changed' | 'superseded' | 'needs load' | 'offline';

export type PageStoreApi = StoreApi<PageStore>;

/** One store for one page: each render on the server has its own. */
export function createPageStore(state: PageState): PageStoreApi {
  return createStore<PageStore>((set, get) => {
    const messageFiles = messageSource(state);
    let chosen = state.currentLanguage;

    return {
      ...state,
      isFetching: false,

      fetchLink: linkAsker(linkFields.link, {
        isKnown: () => get().link !== null,
        onAsking: (isFetching) => set({ isFetching }),
        onLink: (link) => set({ link: withTrailingSlash(link) }),
      }),

      fetchBlogLink: linkAsker(linkFields.blogLink, {
        isKnown: () => get().blogLink !== null,
        onLink: (blogLink) => set({ blogLink }),
      }),

      isAdvertClosed: false,
      closeAdvert: () => set({ isAdvertClosed: true }),

      isRewritten: false,
      preloadLanguages: messageFiles.preload,

      async changeLanguage(code) {
        chosen = code;
        const messages = await messageFiles.load(code);
        if (chosen !== code) return 'superseded';
        if (messages && !get().isRewritten) {
          set({ currentLanguage: code, messages });
          return 'changed';
        }
        return navigator.onLine ? 'needs load' : 'offline';
      },
    };
  });
}

const StoreContext = createContext<PageStoreApi | null>(null);

export const PageStoreProvider = StoreContext.Provider;

export function usePageStoreApi(): PageStoreApi {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('a component stands outside of PageStoreProvider');
  return store;
}

/** A part of the page's state; the component follows its changes. */
export function usePageStore<Part>(select: (store: PageStore) => Part): Part {
  return useStore(usePageStoreApi(), select);
}
