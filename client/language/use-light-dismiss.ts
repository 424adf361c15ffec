import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Closes what is open on a click or tap outside. Native light dismiss fails in iOS before 18.3. */
export function useLightDismiss(
  inside: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const closeNow = useEffectEvent(close);

  useEffect(() => {
    if (!isOpen) return;
    // A touch that scrolls the page ends with pointercancel instead.
    function dismiss({ target }: PointerEvent) {
      if (!inside.current?.contains(target as Node)) closeNow();
    }
    document.addEventListener('pointerup', dismiss);
    return () => document.removeEventListener('pointerup', dismiss);
  }, [inside, isOpen]);
}
