import { type RefObject, useEffect } from 'react';
import { nextFrame } from '../../dom/next-frame.ts';
import { takeFocus } from '../../dom/take-focus.ts';

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
    root.classList.toggle(gutterClass, window.innerWidth > root.clientWidth);
    element.showModal();
    root.classList.add(lockClass);
    return () => {
      root.classList.remove(lockClass);
      element.close();
      // With no focus to restore, the Tab key would continue at the dialog, at the end of the page.
      const { activeElement, body } = document;
      if (activeElement === body || element.contains(activeElement)) takeFocus(body);
    };
  }, [dialog, isOpen]);
}

/**
 * Closes a modal dialog in two frames: hides it in the first, and in the second ends the inertness of
 * the page, which recalculates all of its styles.
 */
export async function closeModal(dialog: HTMLDialogElement): Promise<void> {
  dialog.hidden = true;
  await nextFrame();
  dialog.close();
}
