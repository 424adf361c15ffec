/** What the server is told of pages that fail in the browser. */

interface ServedPage {
  build: string;
  /** Where it was loaded from. */
  address: string;
  /** What the app's element held before hydration. */
  html: string;
  /** The text of the state's data block. */
  state: string;
}

/** Reports an error of the page's own code. */
export function report({ build }: ServedPage, error: unknown): void {
  reportError(error);
  const message = String(error).slice(0, 500);
  navigator.sendBeacon('/api/hydration-errors', JSON.stringify({ build, message }));
}

/**
 * Reports that a page did not hydrate as it was served, unless it no longer was as served: an
 * extension that changes the page does so on every visit, and React has repaired it.
 */
export async function reportMismatch(page: ServedPage, error: unknown): Promise<void> {
  if (!(await hasChanged(page))) report(page, error);
}

/**
 * Whether the page was changed by others before hydration. The browser's cache has the very
 * response, most of the time; where it has to be fetched again, a page of another time window
 * proves nothing.
 */
async function hasChanged({ address, html, state }: ServedPage): Promise<boolean> {
  try {
    const response = await fetch(address, { cache: 'force-cache' });
    const served = new DOMParser().parseFromString(await response.text(), 'text/html');
    const isSame = served.getElementById('state')?.textContent === state;
    return isSame && served.getElementById('app')?.innerHTML !== html;
  } catch {
    return false;
  }
}
