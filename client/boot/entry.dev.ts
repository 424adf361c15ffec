/** Development only: the entry script with live reload and an overlay of the findings. */
import './entry.ts';

interface Update {
  /** Changes with every build and every start of the server. */
  version: string;
  /** What the build and the checks of the translations found; empty if nothing. */
  findings: string;
}

const overlay = document.createElement('div');
const text = createOverlay();
let version: string | undefined;

// The development server has this stream beside the site.
new EventSource('/dev/updates').addEventListener('message', ({ data }) => {
  const update: Update = JSON.parse(data);
  version ??= update.version;
  if (update.version !== version) reload();
  text.textContent = update.findings;
  if (update.findings) document.body.append(overlay);
  else overlay.remove();
});

if (sessionStorage.isReload) closeAdvert();

function reload(): void {
  sessionStorage.isReload = 'true';
  location.reload();
}

/** Closes the advert as soon as it opens: an edit does not concern it. */
function closeAdvert(): void {
  const observer = new MutationObserver(() => {
    const advert = document.querySelector<HTMLDialogElement>('dialog[open]');
    if (!advert) return;
    observer.disconnect();
    advert.close();
  });
  observer.observe(document, { attributeFilter: ['open'], subtree: true });
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
    }`);
  root.adoptedStyleSheets = [style];
  return root.appendChild(document.createElement('pre'));
}
