import type { MouseEvent } from 'react';

/** Whether a click navigates in the current tab: primary button, no modifier keys. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}
