/**
 * Entry script of the client: a small loader for the app.
 *
 * Pages of older builds depend on it, as they cannot recover from a missing entry script. It contains
 * nothing build-specific, so that its hashed name changes only with this code. It must parse in every
 * browser that supports module scripts.
 */
import { firstPaint } from './first-paint.ts';

/** Pause before a failed request for the app is repeated, in milliseconds. */
const retryDelay = 2_000;

/** Time after which a page without its app becomes static until the app arrives, in milliseconds. */
const appTimeout = 20_000;

const { classList } = document.documentElement;

// Without it, as when this script is lost, styles hide the controls that need the app.
classList.add('has-script');

if (meetsBaseline()) void start();
else becomeStatic();

async function start(): Promise<void> {
  // An app shell has no content to paint.
  const isRendered = document.getElementById('app')?.hasChildNodes();
  if (isRendered) await firstPaint();
  const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
  // A request that hangs may never fail; neither does a module that was cut off, in Firefox.
  const timer = setTimeout(becomeStatic, appTimeout);
  try {
    await load(app);
    classList.remove('is-static');
  } catch (error) {
    becomeStatic();
    throw error;
  } finally {
    clearTimeout(timer);
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

/** Makes the page the one for browsers without JavaScript. */
function becomeStatic(): void {
  classList.add('is-static');
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

/**
 * Whether the browser is supported by the app (`browserslist` in package.json). Syntax cannot be
 * feature-tested, so this tests the newest features of that Baseline: import maps (Safari 16.4) and
 * `color-mix()` (Chrome 111, Firefox 113).
 */
function meetsBaseline(): boolean {
  return (
    HTMLScriptElement.supports?.('importmap') &&
    CSS.supports('color', 'color-mix(in srgb, red, red)')
  );
}
