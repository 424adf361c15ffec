// First, as it declares the order of the layers.
import '../styles/index.css';
import { StrictMode } from 'react';
import { LanguageProvider } from '../language/provider.tsx';
import { type LanguageStoreApi, LanguageStoreProvider } from '../language/store.ts';
import { type PageStoreApi, PageStoreProvider } from '../state/store.ts';
import { AppRoutes } from './app-routes.tsx';
import { Shell } from './shell.tsx';

interface AppProps {
  store: PageStoreApi;
  languages: LanguageStoreApi;
}

/** The app, the same on the server and in the browser. Must be inside a router. */
export function App({ store, languages }: AppProps) {
  return (
    <StrictMode>
      <PageStoreProvider value={store}>
        <LanguageStoreProvider value={languages}>
          <LanguageProvider>
            <Shell>
              <AppRoutes />
            </Shell>
          </LanguageProvider>
        </LanguageStoreProvider>
      </PageStoreProvider>
    </StrictMode>
  );
}
