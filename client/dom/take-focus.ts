/**
 * Moves the focus to an element that is no control. It stops being focusable at the next press of a
 * pointer: else a click on any text within would move the focus to it, and so the place where the Tab
 * key continues.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const release = () => element.removeAttribute('tabindex');
  document.addEventListener('mousedown', release, { capture: true, once: true });
}
