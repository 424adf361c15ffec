/**
 * Connections to other sites in advance: when a visitor is about to follow a link, the browser connects
 * to its origin, and a click has to wait for the response only. Nothing is sent but handshakes.
 */

/** Time after which browsers close a connection that nothing has used, in milliseconds. */
const idleTimeout = 10_000;

/**
 * Preconnects to the origins of links under the pointer, with touch as well, and of focused ones. A dialog that
 * opens has the focus: its link is the likely next click.
 */
export function preconnectOnIntent(): void {
  // Without hover, `pointerover` precedes `pointerdown` (Pointer Events, section 8.2).
  for (const sign of ['pointerover', 'focusin', 'visibilitychange']) {
    document.addEventListener(sign, ({ target }) => {
      // The document is the target when a background tab becomes visible.
      const element = target instanceof Element ? target : document.activeElement;
      if (!element || document.visibilityState === 'hidden') return;
      const link =
        element.closest('a[href]') ?? element.closest('dialog')?.querySelector('a[href]');
      if (link) preconnect((link as HTMLAnchorElement).origin);
    });
  }
}

/** Opens a connection to another origin, unless there is one or the visitor saves data. */
function preconnect(origin: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (
    origin === location.origin ||
    !/^https?:/.test(origin) ||
    connection?.saveData ||
    document.querySelector(`link[rel="preconnect"][href="${origin}"]`)
  )
    return;

  const hint = document.createElement('link');
  hint.rel = 'preconnect';
  hint.href = origin;
  document.head.append(hint);
  setTimeout(() => hint.remove(), idleTimeout);
}
