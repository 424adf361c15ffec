import { type RefObject, useEffect } from 'react';
import { nextFrame } from '../../shared/next-frame.ts';

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
    const hadFocus = document.activeElement !== document.body;
    element.showModal();
    root.classList.add(lockClass);
    return () => {
      root.classList.remove(lockClass);
      element.close();
      if (!hadFocus) startFromTheTop();
    };
  }, [dialog, isOpen]);
}

/**
 * Closes a modal dialog. It is out of sight in the next frame; the page under it is no longer inert
 * in the one after, as for that the browser styles all of it anew.
 */
export async function closeModal(dialog: HTMLDialogElement): Promise<void> {
  dialog.hidden = true;
  await nextFrame(document.documentElement);
  dialog.close();
}

/**
 * Without a focus to give back, the browser would go on from where the dialog
 * stands, at the end of the page: the next Tab belongs to its beginning.
 */
function startFromTheTop(): void {
  const { body } = document;
  body.tabIndex = -1;
  body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true });
  body.focus({ preventScroll: true });
}
