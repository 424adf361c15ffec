/**
 * Moves the focus to the start of the page's content, where reading continues after a client-side
 * navigation, as it would after loading the page.
 */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
