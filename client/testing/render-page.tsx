import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach } from 'vitest';
import { browserApp } from '../app/browser-app.tsx';
import { LanguageProvider } from '../language/provider.tsx';
import type { PageState } from '../state/page-state.ts';
import { createPageStore, PageStoreContext } from '../state/store.ts';
import { exampleState } from './example-state.ts';

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** Renders a component with the providers it needs, in a state that differs from the example. */
export function renderPart(part: ReactNode, changes: Partial<PageState> = {}) {
  return render(
    <BrowserRouter>
      <PageStoreContext value={createPageStore(exampleState(changes))}>
        <LanguageProvider>{part}</LanguageProvider>
      </PageStoreContext>
    </BrowserRouter>,
  );
}

/** Renders the whole page at a URL. */
export function renderPage(url = '/', changes: Partial<PageState> = {}) {
  window.history.replaceState(null, '', url);
  return render(browserApp(exampleState(changes)));
}
