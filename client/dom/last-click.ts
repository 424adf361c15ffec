declare global {
  interface Window {
    /** The target of the last click, also of one before the app has started. */
    lastClick?: Node;
  }
}

/** Whether the last click was on an element or within it. */
export function wasLastClicked(element: Element): boolean {
  return element.contains(window.lastClick ?? null);
}
