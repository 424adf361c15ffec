import {
  type FocusEvent,
  type RefObject,
  type TouchEvent,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useModalOpen } from '../state/modal.ts';
import { usePageVisible } from './use-page-visible.ts';
import { usePrefersReducedMotion } from './use-prefers-reduced-motion.ts';

type Interaction = 'pointer' | 'touch' | 'focus';

/**
 * Whether an element that changes by itself may do so (WCAG 2.2.2). A button pauses it, and so do
 * pointer, touch and focus inside; it pauses in a hidden tab and behind a modal, and under reduced
 * motion until the visitor presses play.
 */
export function usePlayback(root: RefObject<HTMLElement | null>) {
  // Interactions with the element: whether each pauses, since it began after play was pressed.
  const [pauses, setPauses] = useState<Partial<Record<Interaction, boolean>>>({});
  // Null: follows `prefers-reduced-motion`.
  const [choice, setChoice] = useState<boolean | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isPageVisible = usePageVisible();
  const isModalOpen = useModalOpen();
  const isPlaying = choice ?? !prefersReducedMotion;

  const begin = useCallback((interaction: Interaction) => {
    setPauses((all) => (interaction in all ? all : { ...all, [interaction]: true }));
  }, []);

  function end(interaction: Interaction) {
    setPauses(({ [interaction]: _, ...others }) => others);
  }

  // What began before hydration sends no event.
  useEffect(() => {
    if (root.current?.matches(':hover')) begin('pointer');
    if (root.current?.contains(document.activeElement)) begin('focus');
  }, [root, begin]);

  function toggle() {
    setChoice(!isPlaying);
    if (!isPlaying)
      setPauses((all) => Object.fromEntries(Object.keys(all).map((each) => [each, false])));
  }

  function onTouchRelease({ targetTouches }: TouchEvent) {
    if (targetTouches.length === 0) end('touch');
  }

  return {
    isPlaying,
    isRunning: isPlaying && isPageVisible && !isModalOpen && !Object.values(pauses).includes(true),
    toggle,
    pauseHandlers: {
      onPointerEnter: () => begin('pointer'),
      onPointerMove: () => begin('pointer'),
      onPointerLeave: () => end('pointer'),
      // Browsers send pointercancel when a touch begins to scroll.
      onTouchStart: () => begin('touch'),
      onTouchEnd: onTouchRelease,
      onTouchCancel: onTouchRelease,
      onFocus: () => begin('focus'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) end('focus');
      },
    },
  };
}
