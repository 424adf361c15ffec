import { afterEach } from 'node:test';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { BrowserRouter } from 'react-router-dom';
import { readLocales } from '../../tools/build/locales.mjs';
import { App } from '../app/app.tsx';
import { intlFor } from '../i18n/intl.ts';
import type { PageState } from '../state/page-state.ts';
import { createPageStore, PageStoreProvider } from '../state/store.ts';

/** The real messages, compiled as in the build. */
export const locales = await readLocales('locales');

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** Returns the state of an English home page with all links known. */
export function exampleState(changes: Partial<PageState> = {}): PageState {
  const language = changes.currentLanguage ?? 'en';
  return {
    build: 'test',
    currentLanguage: language,
    urlLanguage: null,
    link: 'https://operator.example/',
    blogLink: 'https://blog.example/',
    messagingLink: 'https://message.example/us',
    seed: 1,
    locales: locales.map(({ code, name, dir }) => ({
      code,
      name,
      dir,
      messages: `/messages-${code}.json`,
    })),
    messages: locales.find(({ code }) => code === language)?.table ?? {},
    ...changes,
  };
}

/** Renders a component with the providers it needs. */
export function renderPart(part: ReactNode, changes: Partial<PageState> = {}) {
  const state = exampleState(changes);
  return render(
    <BrowserRouter>
      <PageStoreProvider value={createPageStore(state)}>
        <RawIntlProvider value={intlFor(state.currentLanguage, state.messages)}>
          {part}
        </RawIntlProvider>
      </PageStoreProvider>
    </BrowserRouter>,
  );
}

/** Renders the whole page at a URL. */
export function renderPage(url = '/', changes: Partial<PageState> = {}) {
  window.history.replaceState(null, '', url);
  return render(
    <BrowserRouter>
      <App store={createPageStore(exampleState(changes))} />
    </BrowserRouter>,
  );
}
