import { createContext, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LanguageState, languageState } from '../language/state.ts';
import { linkFields } from '../site/config.ts';
import { linkFetcher } from './link-fetcher.ts';
import type { PageState } from './page-state.ts';

/** The page's state and actions. */
export interface PageStore extends Omit<PageState, 'messages'>, LanguageState {
  /** Whether the operator's base link is being fetched. */
  isFetching: boolean;
  /** Fetches the operator's base link, unless it is known or being fetched. */
  fetchLink: () => Promise<void>;
  /** Fetches the link of the official blog, unless it is known or being fetched. */
  fetchBlogLink: () => Promise<void>;
}

export type PageStoreApi = StoreApi<PageStore>;

/** Creates the store of a page. On the server, each render has its own. */
export function createPageStore(state: PageState): PageStoreApi {
  return createStore<PageStore>((set, get) => ({
    ...state,
    ...languageState(state, set, get),
    isFetching: false,

    fetchLink: linkFetcher(linkFields.link, {
      isKnown: () => get().link !== null,
      onFetching: (isFetching) => set({ isFetching }),
      onLink: (link) => set({ link }),
    }),

    fetchBlogLink: linkFetcher(linkFields.blogLink, {
      isKnown: () => get().blogLink !== null,
      onLink: (blogLink) => set({ blogLink }),
    }),
  }));
}

/** Of `PageStoreProvider`, which the whole app is in. */
const StoreContext = createContext(null as unknown as PageStoreApi);

export const PageStoreProvider = StoreContext.Provider;

export function usePageStoreApi(): PageStoreApi {
  return useContext(StoreContext);
}

/** Selects a part of the page's state and subscribes to it. */
export function usePageStore<Part>(select: (store: PageStore) => Part): Part {
  return useStore(usePageStoreApi(), select);
}

/** Fetches the operator's base link when a view loads. */
export function useLinkFetch(view: object): void {
  const fetchLink = usePageStore((store) => store.fetchLink);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void fetchLink(), [fetchLink, view]);
}
