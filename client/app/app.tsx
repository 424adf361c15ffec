// First, as it declares the order of the layers.
import '../styles/index.css';
import { StrictMode } from 'react';
import { LanguageProvider } from '../language/provider.tsx';
import {
  createLanguageStore,
  type LanguageStoreApi,
  LanguageStoreProvider,
} from '../language/store.ts';
import type { PageState } from '../state/page-state.ts';
import { createPageStore, type PageStoreApi, PageStoreProvider } from '../state/store.ts';
import { AppRoutes } from './app-routes.tsx';
import { Layout } from './layout.tsx';

/** The stores of a page. */
export interface Stores {
  store: PageStoreApi;
  languages: LanguageStoreApi;
}

/** Creates the stores of a page. On the server, each render has its own. */
export function createStores(state: PageState): Stores {
  return { store: createPageStore(state), languages: createLanguageStore(state) };
}

/** The app, the same on the server and in the browser. Must be inside a router. */
export function App({ store, languages }: Stores) {
  return (
    <StrictMode>
      <PageStoreProvider value={store}>
        <LanguageStoreProvider value={languages}>
          <LanguageProvider>
            <Layout>
              <AppRoutes />
            </Layout>
          </LanguageProvider>
        </LanguageStoreProvider>
      </PageStoreProvider>
    </StrictMode>
  );
}
