/** Hydrates the served HTML, split into short tasks to keep the page responsive. */

// The bundle evaluates its modules in this order: each library, and then the app, in a task of its own.
// Dynamic imports would do so too, but esbuild would wrap each of the modules in a function.
import './tasks/before-react.ts';
import { type ErrorInfo, startTransition } from 'react';
import './tasks/before-react-dom.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './tasks/before-app.ts';
import { browserApp } from '../app/browser-app.tsx';
import { preconnectOnIntent } from '../dom/preconnect.ts';
import type { PageState } from '../state/page-state.ts';
import { report, reportMismatch } from './hydration-errors.ts';
import { becomeStatic } from './static-mode.ts';

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Pause before the app starts again after an uncaught error, in milliseconds. */
const restartDelay = 2_000;

const stateText = elementById('state').textContent;
const state: PageState = JSON.parse(stateText);
const element = elementById('app');

const served = {
  build: state.build,
  url: location.href,
  html: element.innerHTML,
  state: stateText,
};

let hasFailed = false;

// A transition makes hydration interruptible.
startTransition(() => {
  const app = browserApp(state);
  // Without HTML it is an app shell, which is rendered on the client.
  if (served.html) hydrateRoot(element, app, { onRecoverableError, onUncaughtError });
  else createRoot(element, { onUncaughtError }).render(app);
});

preconnectOnIntent();
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

function onRecoverableError(error: unknown, { componentStack }: ErrorInfo): void {
  // The error's own stack is within React.
  if (error instanceof Error) Object.assign(error, { componentStack });
  void reportMismatch(served, error);
}

/**
 * Restores the served HTML, as React unmounts the app on an uncaught error. Starts the app once more;
 * if that fails too, the page stays as it is without JavaScript.
 */
function onUncaughtError(error: unknown): void {
  report(served, error);
  element.innerHTML = served.html;
  if (hasFailed) becomeStatic();
  else setTimeout(restart, restartDelay);
  hasFailed = true;
}

/** Renders the app instead of hydrating: the URL may have changed, or the served HTML be the cause. */
function restart(): void {
  createRoot(element, { onUncaughtError }).render(browserApp(state));
}
