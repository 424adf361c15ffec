/** Shows or hides the tab of the page. Runs in the page. */
export function setVisibility(isVisible: boolean): void {
  const value = isVisible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { configurable: true, value });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
