import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';

/** Distance that the slides move for each pixel of the mouse. */
const dragFactor = 2;

/** Distance in pixels from which a press is a drag, not a click. */
const dragThreshold = 4;

/** Class of the strip during a drag, which disables scroll snapping. */
const draggingClass = 'is-dragging';

/** Maximum duration of the smooth scroll after a drag, in milliseconds. */
const scrollTimeout = 500;

interface Drag {
  startX: number;
  startY: number;
  startScroll: number;
  hasMoved: boolean;
}

/** Scrolls a strip by dragging it with the mouse. Touch scrolls natively. */
export function useDragScroll(strip: RefObject<HTMLElement | null>, isEnabled: boolean) {
  const drag = useRef<Drag | null>(null);
  const isClickOfDrag = useRef(false);
  const snapping = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (!isEnabled) return {};

  return {
    onPointerDown({ button, pointerType, clientX, clientY, currentTarget }: PointerEvent) {
      isClickOfDrag.current = false;
      if (button !== 0 || pointerType !== 'mouse') return;
      const startScroll = currentTarget.scrollLeft;
      drag.current = { startX: clientX, startY: clientY, startScroll, hasMoved: false };
    },
    onPointerMove({ buttons, clientX, clientY, pointerId }: PointerEvent) {
      // The button was released outside of the strip, before pointer capture.
      if (buttons === 0) release();
      const [element, state] = [strip.current, drag.current];
      if (!element || !state) return;
      const distance = clientX - state.startX;
      if (!state.hasMoved && Math.hypot(distance, clientY - state.startY) >= dragThreshold) {
        state.hasMoved = isClickOfDrag.current = true;
        clearTimeout(snapping.current);
        element.classList.add(draggingClass);
        element.setPointerCapture?.(pointerId);
      }
      if (state.hasMoved) {
        const left = state.startScroll - distance * dragFactor;
        element.scrollTo?.({ left, behavior: 'instant' });
      }
    },
    /** After a release, and when the browser ends the capture. */
    onLostPointerCapture: release,
    /** The click of a drag follows no link, unlike one of the keyboard later. */
    onClickCapture(event: MouseEvent) {
      if (isClickOfDrag.current && event.detail > 0) event.preventDefault();
    },
    /** Prevents native drag and drop of links and images. */
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };

  function release() {
    const [element, state] = [strip.current, drag.current];
    drag.current = null;
    if (!element || !state?.hasMoved) return;
    element.scrollLeft = Math.round(element.scrollLeft / element.clientWidth) * element.clientWidth;
    // Not all browsers support `scrollend`, and it does not fire without a scroll.
    snapping.current = setTimeout(() => element.classList.remove(draggingClass), scrollTimeout);
  }
}
