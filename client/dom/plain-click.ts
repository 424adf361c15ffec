import type { KeyboardEvent, MouseEvent } from 'react';

/** Whether a click navigates in the current tab: primary button, no modifier keys. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !hasModifier(event);
}

/** Whether a modifier key is pressed, as in browser shortcuts. */
export function hasModifier(event: MouseEvent | KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return altKey || ctrlKey || metaKey || shiftKey;
}
