/** Hydrates the served HTML, split into short tasks to keep the page responsive. */

import { nextTask } from './dom/next-frame.ts';
import { report, reportMismatch } from './hydration-errors.ts';
import type { PageState } from './state/page-state.ts';

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const stateText = elementById('state').textContent;
const state: PageState = JSON.parse(stateText);
const root = elementById('app');

// The modules are bundled into this file; dynamic imports only defer their evaluation.
await nextTask();
const { startTransition } = await import('react');
await nextTask();
const { createRoot, hydrateRoot } = await import('react-dom/client');
await nextTask();
const { browserApp } = await import('./app/browser-app.tsx');
const app = browserApp(state);

const served = {
  build: state.build,
  url: location.href,
  html: root.innerHTML,
  state: stateText,
};

// A transition makes hydration interruptible.
startTransition(() => {
  // Without HTML it is an app shell, which is rendered on the client.
  if (served.html) hydrateRoot(root, app, { onRecoverableError, onUncaughtError });
  else createRoot(root, { onUncaughtError }).render(app);
});

void measureVisit();

/** Loads the measuring of sampled visits, when nothing else is to do. */
async function measureVisit(): Promise<void> {
  const { vitals, vitalsSample } =
    document.querySelector<HTMLElement>('[data-vitals]')?.dataset ?? {};
  if (!vitals || Math.random() >= Number(vitalsSample)) return;
  await new Promise((resolve) => {
    // WebKit has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 10_000 });
    else setTimeout(resolve, 2_000);
  });
  await import(vitals).catch(() => {});
}

function onRecoverableError(error: unknown): void {
  void reportMismatch(served, error);
}

/** Restores the served HTML, as React unmounts the app on an uncaught error. */
function onUncaughtError(error: unknown): void {
  report(served, error);
  root.innerHTML = served.html;
}
