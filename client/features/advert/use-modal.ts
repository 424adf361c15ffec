import { type RefObject, useEffect } from 'react';

/** On the root element while the page under a dialog must not scroll. */
const lockClass = 'is-scroll-locked';

/**
 * Opens a dialog over the page and keeps the page still meanwhile. The browser
 * keeps the focus inside, and gives it back when the dialog closes.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    const root = document.documentElement;
    element.showModal();
    root.classList.add(lockClass);
    return () => {
      root.classList.remove(lockClass);
      element.close();
    };
  }, [dialog, isOpen]);
}
