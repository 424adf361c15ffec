/**
 * Entry script of the client: a small loader for the app.
 *
 * Pages of older builds depend on it, as they cannot recover from a missing entry script. It contains
 * nothing build-specific, so that its hashed name changes only with this code. It must parse in every
 * browser that supports module scripts.
 */
import { setInteractive } from '../dom/page-mode.ts';
import { meetsBaseline } from './baseline.ts';
import { firstPaint } from './first-paint.ts';

/** Pause before a failed request for a file is repeated, in milliseconds. */
const retryDelay = 2_000;

const app = document.querySelector<HTMLElement>('[data-app]')?.dataset.app ?? '';
const sheet = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
const style = sheet?.href ?? '';

if (meetsBaseline()) void start();

async function start(): Promise<void> {
  try {
    await firstPaint();
    await load(style, applyStyle);
    await load(app, (url) => import(url));
  } catch (error) {
    setInteractive(false);
    throw error;
  }
}

/** Loads a file of the page's build; if that fails, once more. */
async function load(url: string, use: (url: string) => Promise<unknown>): Promise<void> {
  try {
    await use(url);
  } catch {
    // The page, from a cache or an old tab, refers to a file that newer builds lack. Reloads once.
    const head = await fetch(url, { method: 'HEAD' }).catch(() => null);
    if (head?.status === 404 && isFirstReload(style + app + location.href)) {
      location.reload();
      await new Promise(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    // Browsers cache the failure of a module by its URL.
    await use(`${url}?retry`);
  }
}

/** Rejects if the style sheet does not apply, after loading it if it is not the one of the served page. */
async function applyStyle(url: string): Promise<void> {
  if (sheet && url !== style) {
    await new Promise((resolve) => {
      sheet.onload = sheet.onerror = resolve;
      sheet.href = url;
    });
  }
  // `client/styles/utilities.css` sets it.
  if (!getComputedStyle(document.documentElement).getPropertyValue('--is-styled'))
    throw new Error(`${url} does not apply`);
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
