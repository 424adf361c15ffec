/** Brings the served HTML to life. */
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
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
const root = elementOf('app');
const served = root.innerHTML;
const app = (
  <BrowserRouter>
    <App store={createPageStore(state)} />
  </BrowserRouter>
);

// A transition comes alive in small steps, between which a visitor's scrolling goes on.
startTransition(() => {
  // A server that could not render the page sends it empty.
  if (served) hydrateRoot(root, app, { onRecoverableError: report, onUncaughtError: giveUp });
  else createRoot(root, { onUncaughtError: giveUp }).render(app);
});

/** React leaves nothing of a page that has failed; as it was served it can still be read and left. */
function giveUp(error: unknown): void {
  report(error);
  root.innerHTML = served;
}

/** Tells the server of a page that did not come to life as it was served, or failed later. */
function report(error: unknown): void {
  reportError(error);
  const message = String(error).slice(0, 500);
  navigator.sendBeacon('/api/hydration-errors', JSON.stringify({ build: state.build, message }));
}
