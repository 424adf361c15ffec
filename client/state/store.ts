import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LanguageState, languageState } from '../language/state.ts';
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

    fetchLink: linkFetcher('link', get, set, (isFetching) => set({ isFetching })),
    fetchBlogLink: linkFetcher('blogLink', get, set),
  }));
}

/** Around the whole app. */
export const PageStoreContext = createContext(null as unknown as PageStoreApi);

export function usePageStoreApi(): PageStoreApi {
  return useContext(PageStoreContext);
}

/** Selects a part of the page's state and subscribes to it. */
export function usePageStore<Part>(select: (store: PageStore) => Part): Part {
  return useStore(usePageStoreApi(), select);
}
