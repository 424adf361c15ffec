// First, as it declares the order of the layers.
import '../styles/index.css';
import { StrictMode } from 'react';
import { LanguageProvider } from '../language/provider.tsx';
import { type PageStoreApi, PageStoreContext } from '../state/store.ts';
import { AppRoutes } from './app-routes.tsx';

/** The app, the same on the server and in the browser. Must be inside a router. */
export function App({ store }: { store: PageStoreApi }) {
  return (
    <StrictMode>
      <PageStoreContext value={store}>
        <LanguageProvider>
          <AppRoutes />
        </LanguageProvider>
      </PageStoreContext>
    </StrictMode>
  );
}
