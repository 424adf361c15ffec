/** Brings the served HTML to life. */
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { report, reportMismatch } from './hydration-errors.ts';
import type { PageState } from './shared/page-state.ts';
import { createPageStore } from './shared/store.ts';

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const stateText = elementOf('state').textContent;
const state: PageState = JSON.parse(stateText);
const root = elementOf('app');
const served = {
  build: state.build,
  address: location.href,
  html: root.innerHTML,
  state: stateText,
};
const app = (
  <BrowserRouter>
    <App store={createPageStore(state)} />
  </BrowserRouter>
);

// A transition comes alive in small steps, between which a visitor's scrolling goes on.
startTransition(() => {
  // A server that could not render the page sends it empty.
  if (served.html) hydrateRoot(root, app, { onRecoverableError, onUncaughtError });
  else createRoot(root, { onUncaughtError }).render(app);
});

function onRecoverableError(error: unknown): void {
  void reportMismatch(served, error);
}

/** React leaves nothing of a page that has failed; as it was served it can still be read and left. */
function onUncaughtError(error: unknown): void {
  report(served, error);
  root.innerHTML = served.html;
}
