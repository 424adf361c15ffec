/**
 * Entry script of the client: a small loader for the app.
 *
 * Pages of older builds depend on it, as they cannot recover from a missing entry script. It contains
 * nothing build-specific, so that its hashed name changes only with this code. It must parse in every
 * browser that supports module scripts.
 */
import { meetsBaseline } from './baseline.ts';
import { firstPaint } from './first-paint.ts';
import { appHasLoaded, becomeStatic } from './static-mode.ts';

/** Pause before a failed request for the app is repeated, in milliseconds. */
const retryDelay = 2_000;

if (meetsBaseline()) void start();

async function start(): Promise<void> {
  // An app shell has no content to paint.
  const isRendered = document.getElementById('app')?.hasChildNodes();
  if (isRendered) await firstPaint();
  const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
  try {
    await load(app);
    appHasLoaded();
  } catch (error) {
    becomeStatic();
    throw error;
  }
}

async function load(app: string): Promise<void> {
  try {
    await import(app);
  } catch {
    // The page, from a cache or an old tab, refers to an app that newer builds lack. Reloads once.
    const head = await fetch(app, { method: 'HEAD' }).catch(() => null);
    if (head?.status === 404 && isFirstReload(app + location.href)) return location.reload();
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    // Browsers cache the failure of a module by its URL.
    await import(`${app}?retry`);
  }
}

/** Guards against reload loops. Returns false if storage is blocked. */
function isFirstReload(outdated: string): boolean {
  try {
    if (sessionStorage.outdated === outdated) return false;
    sessionStorage.outdated = outdated;
    return true;
  } catch {
    return false;
  }
}
