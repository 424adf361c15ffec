import { type RefObject, useEffect } from 'react';

/**
 * Closes an open popover on a click or tap outside of it and its button. Native light dismiss fails
 * in iOS before 18.3.
 */
export function useLightDismiss(
  popover: RefObject<HTMLElement | null>,
  inside: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen) return;
    // A touch that scrolls the page ends with pointercancel instead.
    function dismiss({ target }: PointerEvent) {
      if (!inside.current?.contains(target as Node)) popover.current?.hidePopover();
    }
    document.addEventListener('pointerup', dismiss);
    return () => document.removeEventListener('pointerup', dismiss);
  }, [popover, inside, isOpen]);
}
