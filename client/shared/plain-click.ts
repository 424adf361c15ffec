import type { MouseEvent } from 'react';

/** Whether a click on a link wants its page here, not in another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}
