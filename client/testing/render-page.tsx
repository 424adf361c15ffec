import { afterEach } from 'node:test';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { BrowserRouter } from 'react-router-dom';
import { readLocales } from '../../ssr-bundle/build/locales.mjs';
import { App } from '../app/app.tsx';
import { intlFor } from '../shared/intl.ts';
import type { PageState } from '../shared/page-state.ts';
import { createPageStore, PageStoreProvider } from '../shared/store.ts';

/** The real messages, compiled as the build does. */
export const locales = await readLocales('locales');

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** The state of a home page in English whose links are all known. */
export function exampleState(changes: Partial<PageState> = {}): PageState {
  const language = changes.currentLanguage ?? 'en';
  return {
    build: 'test',
    currentLanguage: language,
    addressLanguage: null,
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

/** One part of a page, with what every part may use around it. */
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

/** The whole page of an address. */
export function renderPage(address = '/', changes: Partial<PageState> = {}) {
  window.history.replaceState(null, '', address);
  return render(
    <BrowserRouter>
      <App store={createPageStore(exampleState(changes))} />
    </BrowserRouter>,
  );
}
