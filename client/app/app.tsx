import { StrictMode, useDeferredValue } from 'react';
import { RawIntlProvider } from 'react-intl';
import { useStore } from 'zustand';
import { intlFor } from '../shared/intl.ts';
import { type PageStoreApi, PageStoreProvider } from '../shared/store.ts';
import { AppRoutes } from './app-routes.tsx';
import { Shell } from './shell.tsx';

/** The whole tree, the same on the server and in the browser; it wants a router around it. */
export function App({ store }: { store: PageStoreApi }) {
  const language = useStore(store, ({ currentLanguage }) => currentLanguage);
  const messages = useStore(store, (state) => state.messages);
  // Another language renders the whole page anew; deferred, it does so in small steps.
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
