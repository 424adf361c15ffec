import { type RefObject, useEffect } from 'react';

/**
 * Closes an open popover when the visitor taps or clicks outside of it and of the button beside
 * it. Browsers do so by themselves, but those of iOS before 18.3.
 */
export function useLightDismiss(
  popover: RefObject<HTMLElement | null>,
  inside: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen) return;
    // A touch that scrolls the page is cancelled and has no such end.
    function dismiss({ target }: PointerEvent) {
      if (!inside.current?.contains(target as Node)) popover.current?.hidePopover();
    }
    document.addEventListener('pointerup', dismiss);
    return () => document.removeEventListener('pointerup', dismiss);
  }, [popover, inside, isOpen]);
}
