import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { carousel } from '../../shared/business.ts';
import { scrollBehavior } from '../../shared/use-media-query.ts';

/** Movement in pixels that makes a press a drag and no longer a click. */
const dragThreshold = 4;

/** Marks the strip while it follows the mouse, so that snapping waits. */
const draggingClass = 'is-dragging';

interface Drag {
  startX: number;
  startScroll: number;
  hasMoved: boolean;
}

/** Lets the mouse pull a strip; fingers scroll it natively. */
export function useDragScroll(strip: RefObject<HTMLElement | null>, isEnabled: boolean) {
  const drag = useRef<Drag | null>(null);
  const hasDragged = useRef(false);
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
    settle(element);
  }
}

/** Glides to the nearest slide, and only then lets the strip snap again. */
function settle(strip: HTMLElement): void {
  const place = Math.round(strip.scrollLeft / strip.clientWidth);
  strip.scrollTo({ left: place * strip.clientWidth, behavior: scrollBehavior() });
  const snapAgain = () => strip.classList.remove(draggingClass);
  strip.addEventListener('scrollend', snapAgain, { once: true });
  setTimeout(snapAgain, 500);
}
