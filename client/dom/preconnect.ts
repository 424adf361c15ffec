/**
 * Connections to other sites in advance: when a visitor is about to follow a link, the browser connects
 * to its origin, and a click has to wait for the response only. Nothing is sent but handshakes.
 */

/** Time after which browsers close a connection that nothing has used, in milliseconds. */
const idleTimeout = 10_000;

/** The origins with a connection that nothing may have used. */
const connected = new Set<string>();

/** Preconnects to the origins of links under the pointer, with touch as well, and of focused ones. */
export function preconnectOnIntent(): void {
  // Without hover, `pointerover` precedes `pointerdown` (Pointer Events, section 8.2).
  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(sign, ({ target }) => {
      // The document is a target too, of events that scripts dispatch.
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (link) preconnect(link);
    });
  }
}

/**
 * Opens a connection to another origin, unless there is one, the setting is off or the visitor saves
 * data.
 */
export function preconnect({ origin }: Pick<URL, 'origin'>): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (
    connected.has(origin) ||
    origin === location.origin ||
    !/^https?:/.test(origin) ||
    connection?.saveData ||
    !document.querySelector('[data-preconnect]')
  )
    return;

  const hint = document.createElement('link');
  hint.rel = 'preconnect';
  hint.href = origin;
  document.head.append(hint);
  connected.add(origin);
  setTimeout(() => {
    hint.remove();
    connected.delete(origin);
  }, idleTimeout);
}
