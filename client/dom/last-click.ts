/** Whether the last click was on an element or within it. */
export function wasLastClicked(element: Element): boolean {
  return element.contains(window.lastClick ?? null);
}
