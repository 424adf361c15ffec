/**
 * The browser's side of the pages: a few bytes that run at once, and the rest when it is due.
 *
 * What is here outlives releases: a page whose first script is gone can do nothing about it. It
 * names nothing of its build, so that its own name changes with this code alone. Every browser that
 * knows module scripts can parse it.
 */
import { firstPaint } from './first-paint.ts';
import { meetsBaseline } from './meets-baseline.ts';

if (meetsBaseline()) void start();
// The styles hide what would do nothing.
else document.documentElement.classList.add('is-static');

async function start(): Promise<void> {
  // A page that was served empty has nothing to paint yet.
  const isServedWhole = document.getElementById('app')?.hasChildNodes();
  if (isServedWhole) await firstPaint();
  const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
  await import(app).catch(async (error: unknown) => {
    // A newer build is served, and the page of a cache or a tab from yesterday is not: each once.
    const head = await fetch(app, { method: 'HEAD' }).catch(() => null);
    if (head?.status !== 404 || !isFirstReload(app + location.href)) throw error;
    location.reload();
  });
}

/** Where the browser blocks storage nobody knows, and the page stays as it was served. */
function isFirstReload(outdated: string): boolean {
  try {
    if (sessionStorage.outdated === outdated) return false;
    sessionStorage.outdated = outdated;
    return true;
  } catch {
    return false;
  }
}
