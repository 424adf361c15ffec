import { type RefObject, useEffect } from 'react';
import { nextTask } from '../../dom/next-frame.ts';
import { takeFocus } from '../../dom/take-focus.ts';

/** Class of the root element while scrolling is locked. */
const lockClass = 'is-scroll-locked';

/** Class of the root element if its scrollbar takes space, which the lock then keeps. */
const gutterClass = 'has-scrollbar';

/**
 * Opens a modal dialog and locks scrolling. The browser traps the focus, and restores it when the
 * dialog closes. A modal whose close control is not rendered closes: what an ad blocker hides or
 * removes, at any time, keeps nothing locked.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  closeControl: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    const [element, control] = [dialog.current, closeControl.current];
    if (!isOpen || !element?.isConnected || !control) return;
    // Nothing would unlock what it cannot see.
    if (!('ResizeObserver' in window && 'showModal' in element)) return;
    const closeUnlessShown = () => {
      if (!isShown(control)) void nextTask().then(() => element.close());
    };
    const observer = new ResizeObserver(closeUnlessShown);
    const root = document.documentElement;
    root.classList.toggle(gutterClass, window.innerWidth > root.clientWidth);
    element.showModal();
    root.classList.add(lockClass);
    // No observer reports `visibility`, nor what is hidden from the start.
    window.addEventListener('pointerdown', closeUnlessShown);
    closeUnlessShown();
    observer.observe(control);
    return () => {
      observer.disconnect();
      window.removeEventListener('pointerdown', closeUnlessShown);
      root.classList.remove(lockClass);
      element.close();
      // With no focus to restore, the Tab key would continue at the dialog, at the end of the page.
      const { activeElement, body } = document;
      if (activeElement === body || element.contains(activeElement)) takeFocus(body);
    };
  }, [dialog, closeControl, isOpen]);
}

/** Whether an element is rendered. An animation may begin without opacity. */
function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}
