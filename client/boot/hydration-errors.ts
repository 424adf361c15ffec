/** Reports errors of pages in the browser to the server. A file of its own, which few visits load. */
import { isOptedOut } from '../dom/opt-out.ts';
import { sendReport } from './reporting.ts';

interface ServedPage {
  /** URL it was loaded from. */
  url: string;
  /** The app's element before hydration. */
  app: Element;
  /** The text of the state's data block. */
  state: string;
}

/** A frame of a stack trace, of V8 or another engine. */
const frame = /(?:([\w$.]+)(?: \(|@))?https?:\S+\/([\w.-]+\.js:\d+:\d+)/g;

/** The app's HTML and the text of the state's data block, in that of a page. */
const appAndState =
  /<div id="app">(.*)<\/div>\s*<script type="application\/json" id="state"[^>]*>(.*?)</s;

/**
 * Reports an error of the page's own code, with its component stack, or else its own. The server finds the
 * places in the sources.
 *
 * @param isMismatch whether it is a hydration mismatch, which is not reported if the page was modified before
 *   hydration: extensions and proxies cause mismatches on every visit, from which React recovers
 */
export async function report(page: ServedPage, error: unknown, isMismatch: boolean): Promise<void> {
  if (isMismatch && (await wasModified(page).catch(() => false))) return;
  reportError(error);
  if (isOptedOut()) return;
  const message = String(error).slice(0, 200);
  const { componentStack, stack } = Object(error);
  const frames = Array.from(
    `${componentStack ?? stack}`.matchAll(frame),
    ([, name = '', place]) => `${name}@${place} `,
  );
  const { build } = JSON.parse(page.state);
  sendReport('hydration-errors', { build, message, frames: frames.slice(0, 5).join('') });
}

/**
 * Whether the page was modified on its way or before hydration, by comparison with the response, usually
 * from the browser's cache. With another state, as in a new time window, the two cannot be compared.
 */
async function wasModified({ url, app, state }: ServedPage): Promise<boolean> {
  const response = await fetch(url, { cache: 'force-cache' });
  const [, html = '', fetchedState = '{}'] = appAndState.exec(await response.text()) ?? [];
  if (html.length !== JSON.parse(fetchedState).htmlLength) return true;
  // Without a parser, which Trusted Types would not allow: React escapes all other `<` and `>`.
  const text = html.replace(/<[^>]*>|&[^;]*;/g, '');
  const isSame =
    html.split(/<\w/).length === app.getElementsByTagName('*').length + 1 &&
    text === app.textContent.replace(/[&<>"']/g, '');
  return fetchedState === state && !isSame;
}
