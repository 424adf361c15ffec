import { type RefObject, useEffect } from 'react';
import { nextIdle, nextTask } from '../../dom/next-frame.ts';
import { takeFocus } from '../../dom/take-focus.ts';

/**
 * Opens a modal dialog and locks scrolling. The browser traps the focus, and restores it when the
 * dialog closes. A modal whose close control, its first button, cannot be pressed closes: what an ad
 * blocker hides or removes, at any time, keeps nothing locked.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const { current: element } = dialog;
    const control = element?.querySelector('button');
    if (!isOpen || !element || !control) return;
    // Nothing would unlock what it cannot see.
    if (!('ResizeObserver' in window && 'showModal' in element && document.adoptedStyleSheets))
      return;
    // Of a page that a visitor saves, it is no part.
    const lock = new CSSStyleSheet();
    const close = () => {
      // Without the attribute, which anything may remove, it would close nothing.
      element.open = true;
      element.close();
    };
    // Not in the frame that hides the dialog, which would recalculate the styles of the whole page first.
    const closeIfCovered = async () => {
      await nextTask();
      if (!isPressable(control)) close();
    };
    const observer = new ResizeObserver(closeIfCovered);
    // What has become invisible has no part under a press, and no observer reports it.
    const closeIfUnderneath = ({ target }: Event) => {
      if (!element.contains(target as Node)) close();
    };
    let isCancelled = false;
    // When nothing waits: what opens a modal dialog recalculates the styles of the whole page.
    const open = async () => {
      await nextIdle();
      // It opens neither what is open nor what is gone.
      if (isCancelled || element.open || !element.isConnected) return;
      // It would close what the visitor has opened.
      const popover = 'showPopover' in element && document.querySelector(':popover-open');
      if (popover) return popover.addEventListener('toggle', open, { once: true });
      observer.observe(control);
      // Before it opens, so that the styles of the page are recalculated once for both.
      document.adoptedStyleSheets.push(lock);
      // Padding takes the place of a scrollbar that takes space.
      lock.replaceSync(
        `html{overflow:hidden;padding-right:${innerWidth - document.documentElement.clientWidth}px}`,
      );
      addEventListener('pointerdown', closeIfUnderneath);
      element.showModal();
      // What is not displayed, no observer reports.
      await closeIfCovered();
    };
    void open();
    return () => {
      isCancelled = true;
      observer.disconnect();
      removeEventListener('pointerdown', closeIfUnderneath);
      lock.replaceSync('');
      element.close();
      // With no focus to restore, the Tab key would continue at the dialog, at the end of the page.
      const { activeElement, body } = document;
      if (activeElement === body || element.contains(activeElement)) takeFocus(body);
    };
  }, [dialog, isOpen]);
}

/** Whether a press in the middle of an element would be one on it. */
function isPressable(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
