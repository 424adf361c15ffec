/**
 * The engine this bundle runs in: the operations it offers for writing a page,
 * and the few globals React expects of a platform.
 *
 * The engine has ECMAScript and nothing else, so each global is added only
 * where it is absent; the same file runs in Node, where a test compares the
 * HTML to the byte.
 */

/** All that the server gives a render: what it writes its page with. */
interface Host {
  /**
   * Begins the page with the HTML before the app, which may be sent before the app is rendered.
   * Called once, before the first write.
   */
  head(id: number, start: string): void;
  /** Adds HTML to what the next `write` sends. */
  put(id: number, html: string): void;
  /** Sends HTML; false asks to wait for `drained` before the next. */
  write(id: number, html: string): boolean;
  /** Settles when there is room again; false when the reader has gone. */
  drained(id: number): Promise<boolean>;
}

interface Platform {
  marquee: Host;
  URL?: unknown;
  console?: unknown;
  queueMicrotask?: unknown;
  setTimeout?: unknown;
}

const platform = globalThis as unknown as Platform;

export const {
  head: writeHead,
  put: putHtml,
  write: writeHtml,
  drained: waitForRoom,
} = platform.marquee;

function runSoon(task: () => void): void {
  Promise.resolve().then(task);
}

/** React only ever yields with it: `setTimeout(task, 0)`. */
platform.setTimeout ??= runSoon;
platform.queueMicrotask ??= runSoon;

/** React Router makes one at load and asks it nothing until a visitor navigates. */
platform.URL ??= class {};

/** Failures reach the host as rejected renders; nothing is printed. */
platform.console ??= { error() {}, warn() {}, log() {} };
