/**
 * Bindings to the host: its ops for writing a page, and polyfills of the globals that React needs.
 *
 * The engine provides ECMAScript only. Polyfills do not replace existing globals, so that the bundle
 * also runs in Node, where a test compares the HTML byte for byte.
 */

/** The ops with which a render writes its page. */
interface Host {
  /**
   * Writes the HTML before the app, which may be sent before the app is rendered. Called once,
   * before the first write.
   */
  head(id: number, start: string): void;
  /** Appends to the page, whose rest is sent when the render has ended. */
  write(id: number, html: string): void;
}

interface Platform {
  marquee: Host;
  Buffer?: unknown;
  URL?: unknown;
  console?: unknown;
  queueMicrotask?: unknown;
  setTimeout?: unknown;
}

const platform = globalThis as unknown as Platform;

export const { head: writeHead, write: writeHtml } = platform.marquee;

function runInMicrotask(task: () => void): void {
  Promise.resolve().then(task);
}

/** React calls it only as `setTimeout(task, 0)`. */
platform.setTimeout ??= runInMicrotask;
platform.queueMicrotask ??= runInMicrotask;

/** React compares sums of these lengths with the size from which it streams Suspense boundaries later. */
platform.Buffer ??= { byteLength: (text: string) => text.length };

/** React Router creates one at load and uses it only for client-side navigation. */
platform.URL ??= class {};

/** Discards output: errors reach the host as rejected renders. */
platform.console ??= { error() {}, warn() {}, log() {} };
