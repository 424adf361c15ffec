/** Reports errors of pages in the browser to the server. */

interface ServedPage {
  build: string;
  /** URL it was loaded from. */
  url: string;
  /** Inner HTML of the app's element before hydration. */
  html: string;
  /** The text of the state's data block. */
  state: string;
}

/** A frame of a stack trace, of V8 or another engine. */
const frame = /(?:([\w$.]+)(?: \(|@))?https?:\S+\/([\w.-]+\.js:\d+:\d+)/g;

/**
 * Reports an error of the page's own code, with its component stack, or else its own. The server finds the
 * places in the sources.
 */
export function report({ build }: ServedPage, error: unknown): void {
  reportError(error);
  const message = String(error).slice(0, 200);
  const { componentStack, stack } = Object(error);
  const frames = Array.from(
    `${componentStack ?? stack}`.matchAll(frame),
    ([, name = '', place]) => `${name}@${place} `,
  );
  const query = new URLSearchParams({ build, message, frames: frames.slice(0, 5).join('') });
  // Fits into the URL limit: an escaped message takes up to 1,800 bytes.
  navigator.sendBeacon(`/api/hydration-errors?${query}`.slice(0, 2_000));
}

/**
 * Reports a hydration mismatch, unless the page was modified before hydration: extensions cause
 * mismatches on every visit, from which React recovers.
 */
export async function reportMismatch(page: ServedPage, error: unknown): Promise<void> {
  if (!(await wasModified(page))) report(page, error);
}

/**
 * Whether the page was modified before hydration, by comparison with the response, usually from the
 * browser's cache. Returns false if a fetched page has another state, as in a new time window.
 */
async function wasModified({ url, html, state }: ServedPage): Promise<boolean> {
  try {
    const response = await fetch(url, { cache: 'force-cache' });
    const served = new DOMParser().parseFromString(await response.text(), 'text/html');
    const isSame = served.getElementById('state')?.textContent === state;
    return isSame && served.getElementById('app')?.innerHTML !== html;
  } catch {
    return false;
  }
}
