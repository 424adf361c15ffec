/**
 * Entry script of the client: a small loader for the app.
 *
 * Pages of older builds depend on it, as they cannot recover from a missing entry script. It contains
 * nothing build-specific, so that its hashed name changes only with this code. It must parse in every
 * browser that supports module scripts.
 */
import { firstPaint } from './first-paint.ts';
import { meetsBaseline } from './meets-baseline.ts';

if (meetsBaseline()) void start();
// Styles hide controls that need the app.
else document.documentElement.classList.add('is-static');

async function start(): Promise<void> {
  // An app shell has no content to paint.
  const isRendered = document.getElementById('app')?.hasChildNodes();
  if (isRendered) await firstPaint();
  const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
  await import(app).catch(async (error: unknown) => {
    // The page, from a cache or an old tab, refers to an app that newer builds lack. Reloads once.
    const head = await fetch(app, { method: 'HEAD' }).catch(() => null);
    if (head?.status !== 404 || !isFirstReload(app + location.href)) throw error;
    location.reload();
  });
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
