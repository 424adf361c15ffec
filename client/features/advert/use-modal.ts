import { type RefObject, useEffect } from 'react';
import { nextFrame } from '../../dom/next-frame.ts';

/** Class of the root element while scrolling is locked. */
const lockClass = 'is-scroll-locked';

/** Class of the root element if its scrollbar takes space, which the lock then keeps. */
const gutterClass = 'has-scrollbar';

/**
 * Opens a modal dialog and locks scrolling. The browser traps the focus, and restores it when the
 * dialog closes.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    const root = document.documentElement;
    const hadFocus = document.activeElement !== document.body;
    root.classList.toggle(gutterClass, window.innerWidth > root.clientWidth);
    element.showModal();
    root.classList.add(lockClass);
    return () => {
      root.classList.remove(lockClass);
      element.close();
      if (!hadFocus) resetFocusNavigation();
    };
  }, [dialog, isOpen]);
}

/**
 * Closes a modal dialog in two frames: hides it in the first, and in the second ends the inertness of
 * the page, which recalculates all of its styles.
 */
export async function closeModal(dialog: HTMLDialogElement): Promise<void> {
  dialog.hidden = true;
  await nextFrame(document.documentElement);
  dialog.close();
}

/**
 * Resets the sequential focus navigation starting point to the top of the page. With no focus to
 * restore, it would be the dialog at the end of the page.
 */
function resetFocusNavigation(): void {
  const { body } = document;
  body.tabIndex = -1;
  body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true });
  body.focus({ preventScroll: true });
}
