import { type ReactNode, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { setInteractive } from '../dom/page-mode.ts';
import type { PageState } from '../state/page-state.ts';
import { createPageStore, type PageStoreApi } from '../state/store.ts';
import { App } from './app.tsx';

/** Creates the app for the browser. */
export function browserApp(state: PageState): ReactNode {
  const store = createPageStore(state);
  window.pageStore = store;
  return <BrowserApp store={store} />;
}

/** The app in the browser's router. */
function BrowserApp({ store }: { store: PageStoreApi }) {
  useEffect(() => setInteractive(true), []);

  return (
    <BrowserRouter>
      <App store={store} />
    </BrowserRouter>
  );
}
