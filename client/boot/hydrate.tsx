/** Hydrates the served HTML, split into short tasks to keep the page responsive. */

// The bundle evaluates its modules in this order: each library, and then the app, in a task of its own.
// Dynamic imports would do so too, but esbuild would wrap each of the modules in a function.
import './tasks/before-react.ts';
import { captureOwnerStack, type ErrorInfo, type ReactNode, startTransition } from 'react';
import './tasks/before-react-dom.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './tasks/before-app.ts';
import { browserApp } from '../app/browser-app.tsx';
import { isOptedOut } from '../dom/opt-out.ts';
import { setInteractive } from '../dom/page-mode.ts';
import type { PageState } from '../state/page-state.ts';

/** Pause before the app starts again after an uncaught error, in milliseconds. */
const restartDelay = 2_000;

const { textContent: stateText, dataset } = document.getElementById('state') as HTMLElement;
const state: PageState = { ...JSON.parse(stateText), servedAt: location.pathname };
let element = document.getElementById('app') as HTMLElement;

const served = {
  url: location.href,
  // A document without a window loads no pictures.
  app: new Document().importNode(element, true),
  state: stateText,
};

let hasFailed = false;

// Not within the transition, which would catch an error.
const app = browserApp(state);

void measureVisit();

// A transition makes hydration interruptible.
startTransition(() => {
  // An app shell is rendered on the client.
  if (state.htmlLength === 0) render(app);
  else hydrateRoot(element, app, { onRecoverableError, onUncaughtError });
});

/** Loads the measuring of sampled visits, when nothing else is to do. */
async function measureVisit(): Promise<void> {
  const { vitals, vitalsSample } = dataset;
  if (!vitals || Math.random() >= Number(vitalsSample) || isOptedOut()) return;
  await new Promise((resolve) => {
    // WebKit has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 10_000 });
    else setTimeout(resolve, 2_000);
  });
  await import(vitals).catch(() => {});
}

// Development only: for the overlay.
if (process.env.NODE_ENV !== 'production') Object.assign(window, { captureOwnerStack });

function onRecoverableError(error: unknown, { componentStack }: ErrorInfo): void {
  // The error's own stack is within React. Where the owners are known, they are those with the cause.
  const stack = process.env.NODE_ENV === 'production' ? componentStack : captureOwnerStack();
  if (error instanceof Error) Reflect.set(error, 'componentStack', stack);
  void report(error, true);
}

/**
 * Restores the served page, static as it was, since React unmounts the app on an uncaught error. Starts the
 * app once more.
 */
function onUncaughtError(error: unknown): void {
  // Another element: React empties its own, now or later.
  const restored = document.importNode(served.app, true);
  element.replaceWith(restored);
  element = restored;
  setInteractive(false);
  // Not hydrated again: the URL may have changed, or the served HTML be the cause.
  if (!hasFailed) setTimeout(() => render(browserApp(state)), restartDelay);
  hasFailed = true;
  void report(error, false);
}

/** Reports an error by a script of its own, without which the page goes on. */
async function report(error: unknown, isMismatch: boolean): Promise<void> {
  try {
    const script: typeof import('./hydration-errors.ts') = await import(dataset.errors ?? '');
    await script.report(served, error, isMismatch);
  } catch {
    console.error(error);
  }
}

function render(tree: ReactNode): void {
  createRoot(element, { onUncaughtError }).render(tree);
}
