/**
 * What the visitor has closed in this browser session: classes of the root element, which hide it.
 * `client/boot/before-paint.ts` restores them before the page is painted.
 */

/** Sets a class for the session; until the next page load if storage is blocked, which throws. */
export function dismiss(name: string): void {
  document.documentElement.classList.add(name);
  try {
    // Each after a space, as they are appended to others.
    sessionStorage.dismissed = [sessionStorage.dismissed, name].join(' ');
  } catch {}
}

/** Sets the classes of what was dismissed before. */
export function restoreDismissed(): void {
  try {
    document.documentElement.className += sessionStorage.dismissed ?? '';
  } catch {}
}
