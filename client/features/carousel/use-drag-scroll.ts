import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { carousel } from '../../shared/business.ts';
import { scrollBehavior } from '../../shared/use-media-query.ts';

/** Movement in pixels that makes a press a drag and no longer a click. */
const dragThreshold = 4;

/** Marks the strip while it follows the mouse, so that snapping waits. */
const draggingClass = 'is-dragging';

/** How long the strip may glide to its slide before it snaps again, milliseconds. */
const glide = 500;

interface Drag {
  startX: number;
  startScroll: number;
  hasMoved: boolean;
}

/** Lets the mouse pull a strip; fingers scroll it natively. */
export function useDragScroll(strip: RefObject<HTMLElement | null>, isEnabled: boolean) {
  const drag = useRef<Drag | null>(null);
  const hasDragged = useRef(false);
  const snapping = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (!isEnabled) return {};

  return {
    onPointerDown({ button, pointerType, clientX }: PointerEvent) {
      if (button !== 0 || pointerType !== 'mouse' || !strip.current) return;
      hasDragged.current = false;
      drag.current = { startX: clientX, startScroll: strip.current.scrollLeft, hasMoved: false };
    },
    onPointerMove({ buttons, clientX, pointerId }: PointerEvent) {
      // A button let go outside of the strip, before it was captured.
      if (buttons === 0) release();
      const [element, state] = [strip.current, drag.current];
      if (!element || !state) return;
      const distance = clientX - state.startX;
      if (!state.hasMoved && Math.abs(distance) >= dragThreshold) {
        state.hasMoved = true;
        clearTimeout(snapping.current);
        element.classList.add(draggingClass);
        element.setPointerCapture(pointerId);
      }
      if (state.hasMoved) {
        element.scrollLeft = state.startScroll - distance * carousel.dragFactor;
      }
    },
    onPointerUp: release,
    onPointerCancel: release,
    /** The end of a drag is not a click on the link under the mouse. */
    onClickCapture(event: MouseEvent) {
      if (!hasDragged.current) return;
      hasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Otherwise the browser drags the link or its picture away. */
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };

  function release() {
    const [element, state] = [strip.current, drag.current];
    drag.current = null;
    if (!element || !state?.hasMoved) return;
    hasDragged.current = true;
    glideToNearest(element);
    // Not every browser tells when it has arrived, and who is there already scrolls no more.
    snapping.current = setTimeout(() => element.classList.remove(draggingClass), glide);
  }
}

function glideToNearest(strip: HTMLElement): void {
  const place = Math.round(strip.scrollLeft / strip.clientWidth);
  strip.scrollTo({ left: place * strip.clientWidth, behavior: scrollBehavior() });
}
