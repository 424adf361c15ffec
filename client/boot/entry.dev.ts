/** Development only: the entry script with live reload and an overlay of findings and errors. */
import './entry.ts';

interface Update {
  /** Changes with every build and every start of the server. */
  version: string;
  /** What the build and the checks of the translations found; empty if nothing. */
  findings: string;
}

const overlay = document.createElement('div');
const text = createOverlay();

/** That of the server which made this document: another one may run since. */
const version = (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])
  .flatMap(({ serverTiming }) => serverTiming)
  .find(({ name }) => name === 'version')?.description;

// The development server has this stream beside the site.
new EventSource('/dev/updates').addEventListener('message', ({ data }) => {
  const update: Update = JSON.parse(data);
  if (update.version !== version) reload();
  showFindings(update.findings);
  if (update.findings) {
    document.body.append(overlay);
    closeWelcome();
  } else overlay.remove();
});

addEventListener('error', ({ error, message }) => void send(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => void send(reason));

// React does not throw an error for attributes that differ.
const { error: log } = console;
console.error = (...values) => {
  log(...values);
  const [format = '', ...parts] = values.map(String);
  if (/hydrated/.test(format))
    void send(new Error(format.replaceAll('%s', () => parts.shift() ?? '')));
};

/** Reports an error to the development server, which shows it here and in the terminal. */
async function send(error: unknown): Promise<void> {
  const { message = String(error), stack = '', componentStack } = Object(error);
  const { build } = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
  const body = JSON.stringify({ build, message, stack, componentStack });
  await fetch('/dev/errors', { method: 'POST', body });
}

/** Shows findings, with the places in them as links that open the editor. */
function showFindings(findings: string): void {
  const place = /((?:client|ssr-bundle|locales)\/[\w./-]+:\d+(?::\d+)?)/;
  text.replaceChildren(
    ...findings.split(place).map((part, index) => (index % 2 === 0 ? part : linkTo(part))),
  );
}

function linkTo(place: string): HTMLElement {
  const link = document.createElement('button');
  link.textContent = place;
  link.addEventListener('click', async () => {
    const response = await fetch('/dev/open', { method: 'POST', body: place });
    const url = await response.text();
    if (url) location.href = url;
  });
  return link;
}

if (sessionStorage.isReload) closeWelcome();

function reload(): void {
  sessionStorage.isReload = 'true';
  location.reload();
}

/**
 * Closes the welcome pop-up as soon as it is open: an edit does not concern it, and it would cover the
 * overlay.
 */
function closeWelcome(): void {
  const observer = new MutationObserver(close);
  function close() {
    const welcome = document.querySelector<HTMLDialogElement>('dialog[open]');
    if (!welcome) return;
    observer.disconnect();
    welcome.close();
  }
  observer.observe(document, { attributeFilter: ['open'], subtree: true });
  close();
}

/** Returns the element of the overlay's text. */
function createOverlay(): HTMLElement {
  const root = overlay.attachShadow({ mode: 'open' });
  // The content security policy allows no inline styles.
  const style = new CSSStyleSheet();
  style.replaceSync(`
    pre {
      position: fixed; inset: auto 0 0; z-index: 2147483647; max-block-size: 50vh; overflow: auto;
      margin: 0; padding: 1rem; background: #300; color: #fff; border-block-start: 4px solid #f55;
      font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
    }
    button {
      padding: 0; border: 0; background: none; color: #fc9; font: inherit; text-align: start;
      text-decoration: underline; cursor: pointer;
    }`);
  root.adoptedStyleSheets = [style];
  return root.appendChild(document.createElement('pre'));
}
