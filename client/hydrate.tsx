/** Hydrates the served HTML, in tasks so short that the browser can respond between them. */

import { report, reportMismatch } from './hydration-errors.ts';
import { nextTask } from './shared/next-frame.ts';
import type { PageState } from './shared/page-state.ts';

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const stateText = elementOf('state').textContent;
const state: PageState = JSON.parse(stateText);
const root = elementOf('app');

// All of it is in this one file; what is imported here is evaluated here, and not before.
await nextTask();
const { startTransition } = await import('react');
await nextTask();
const { createRoot, hydrateRoot } = await import('react-dom/client');
await nextTask();
const { browserApp } = await import('./app/browser-app.tsx');
const app = browserApp(state);

const served = {
  build: state.build,
  address: location.href,
  html: root.innerHTML,
  state: stateText,
};

// A transition hydrates in small steps, between which a visitor can scroll.
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
