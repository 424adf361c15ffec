import type { KeyboardEvent, MouseEvent } from 'react';

/** Whether a click on a link wants its page here, not in another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !hasModifier(event);
}

/** Whether a key is held that asks the browser, and not the page, to do something. */
export function hasModifier(event: MouseEvent | KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return altKey || ctrlKey || metaKey || shiftKey;
}
