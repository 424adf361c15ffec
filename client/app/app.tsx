// First, as it declares the order of the layers.
import '../styles/index.css';
import { StrictMode, useDeferredValue } from 'react';
import { RawIntlProvider } from 'react-intl';
import { useStore } from 'zustand';
import { intlFor } from '../i18n/intl.ts';
import { type PageStoreApi, PageStoreProvider } from '../state/store.ts';
import { AppRoutes } from './app-routes.tsx';
import { Shell } from './shell.tsx';

/** The app, the same on the server and in the browser. Must be inside a router. */
export function App({ store }: { store: PageStoreApi }) {
  const language = useStore(store, ({ currentLanguage }) => currentLanguage);
  const messages = useStore(store, (state) => state.messages);
  // A change of language re-renders the whole page; deferring makes that interruptible.
  const intl = useDeferredValue(intlFor(language, messages));

  return (
    <StrictMode>
      <PageStoreProvider value={store}>
        <RawIntlProvider value={intl}>
          <Shell>
            <AppRoutes />
          </Shell>
        </RawIntlProvider>
      </PageStoreProvider>
    </StrictMode>
  );
}
