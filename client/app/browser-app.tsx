import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { PageState } from '../state/page-state.ts';
import { createPageStore } from '../state/store.ts';
import { App } from './app.tsx';

/** Creates the app for the browser. */
export function browserApp(state: PageState): ReactNode {
  return (
    <BrowserRouter>
      <App store={createPageStore(state)} />
    </BrowserRouter>
  );
}
