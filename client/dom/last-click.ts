/** The target of the last click, also of one before the app has started. */
declare global {
  interface Window {
    lastClick?: Node;
  }
}

/** Records clicks, for scripts that load later. */
export function recordClicks(): void {
  document.addEventListener('click', ({ target }) => (window.lastClick = target as Node), true);
}

/** Whether the last click was on an element or within it. */
export function wasLastClicked(element: Element): boolean {
  return element.contains(window.lastClick ?? null);
}
