/** Development only: the entry script with live reload and an overlay of findings and errors. */
import type { Message, Messages } from '../language/messages.ts';
import { currentLanguage, servedState } from '../state/page-state.ts';
import './entry.ts';

declare global {
  /** Of the app's React, once it is loaded. */
  var captureOwnerStack: (() => string | null) | undefined;
}

const overlay = document.createElement('div');
const text = createOverlay();
/** The findings that the overlay was closed on. */
let dismissed = '';

/** That of the server which made this document: another one may run since. */
const version = (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])
  .flatMap(({ serverTiming }) => serverTiming)
  .find(({ name }) => name === 'version')?.description;

// The development server has this stream beside the site.
new EventSource('/dev/updates').addEventListener('message', ({ data }) => {
  const update: { version: string; findings: string } = JSON.parse(data);
  if (update.version !== version) {
    sessionStorage.isReload = 'true';
    location.reload();
  }
  showFindings(update.findings);
  if (update.findings && update.findings !== dismissed) {
    document.body.append(overlay);
    closeWelcome();
  } else overlay.remove();
});

addEventListener('error', ({ error, message }) => void send(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => void send(reason));

addEventListener('securitypolicyviolation', (violation) => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber } = violation;
  const message = `The policy of the site blocked ${blockedURI} (${effectiveDirective})`;
  void send({ message, stack: `    at ${sourceFile}:${lineNumber}:${columnNumber}` });
});

// What React warns of, it does not throw.
const { error: log } = console;
console.error = (...values) => {
  log(...values);
  const [format, ...parts] = values;
  if (typeof format !== 'string') return;
  const message = format.replaceAll(/%[sdifoOjc]/g, () => `${parts.shift() ?? ''}`);
  const { stack } = values.find((value) => value instanceof Error) ?? {};
  void send({ message, stack, componentStack: window.captureOwnerStack?.() ?? '' });
};

/** Reports an error to the development server, which shows it here and in the terminal. */
async function send(error: unknown): Promise<void> {
  const { message = String(error), stack = '', componentStack } = Object(error);
  const { build } = servedState();
  const body = JSON.stringify({ build, message, stack, componentStack });
  await fetch('/dev/errors', { method: 'POST', body });
}

/** Shows findings, with the places in them as links that open the editor. */
function showFindings(findings: string): void {
  const close = document.createElement('button');
  close.textContent = 'Close';
  close.className = 'close';
  close.addEventListener('click', () => {
    dismissed = findings;
    overlay.remove();
  });
  const place = /((?:client|ssr-bundle|locales)\/[\w./-]+:\d+(?::\d+)?)/;
  text.replaceChildren(
    close,
    ...findings.split(place).map((part, index) => (index % 2 === 0 ? part : linkTo(part))),
  );
}

function linkTo(place: string): HTMLElement {
  const link = document.createElement('button');
  link.textContent = place;
  link.addEventListener('click', () => void open('/dev/open', place));
  return link;
}

async function open(action: string, body: string): Promise<void> {
  const response = await fetch(action, { method: 'POST', body });
  const url = await response.text();
  if (url) location.href = url;
}

/** A click with Alt on a text opens its line in the file of the language. */
async function openMessage(event: MouseEvent): Promise<void> {
  const target = event.target;
  if (!event.altKey || !(target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  const { locales } = servedState();
  const lang = currentLanguage();
  const file = locales.find(({ code }) => code === lang)?.messages ?? '';
  const messages: Messages = await (await fetch(file)).json();
  for (let it: Element | null = target; it && it !== document.body; it = it.parentElement) {
    const names = ['alt', 'aria-label'].map((name) => it?.getAttribute(name));
    const texts = [it.textContent?.trim(), ...names];
    const found = Object.entries(messages).find(([, message]) => texts.includes(plain(message)));
    if (found) return open('/dev/open-message', JSON.stringify({ code: lang, id: found[0] }));
  }
}

/** Returns the text of a message without variables. */
function plain(message: Message): string {
  if (typeof message === 'string') return message;
  return message
    .map((part) => (typeof part === 'string' ? part : plain(part.content ?? '')))
    .join('');
}

addEventListener('click', (event) => void openMessage(event), { capture: true });

if (sessionStorage.isReload) closeWelcome();

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
      direction: ltr; text-align: left;
    }
    button {
      padding: 0; border: 0; background: none; color: #fc9; font: inherit; text-align: start;
      text-decoration: underline; cursor: pointer;
    }
    .close {
      float: right; position: sticky; inset-block-start: 0; padding: 0 1rem; background: #300;
    }`);
  root.adoptedStyleSheets = [style];
  return root.appendChild(document.createElement('pre'));
}
