/** The browser's side of the pages: brings the served HTML to life. */
import './styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import type { PageState } from './shared/page-state.ts';
import { createPageStore } from './shared/store.ts';

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const state: PageState = JSON.parse(elementOf('state').textContent);

// A transition comes alive in small steps, between which a visitor's scrolling goes on.
startTransition(() => {
  hydrateRoot(
    elementOf('app'),
    <BrowserRouter>
      <App store={createPageStore(state)} />
    </BrowserRouter>,
  );
});
