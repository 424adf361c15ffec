import {
  type FocusEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePageStore } from '../state/store.ts';
import { usePageVisible } from './use-page-visible.ts';
import { usePrefersReducedMotion } from './use-prefers-reduced-motion.ts';

type Interaction = 'pointer' | 'touch' | 'focus';

/**
 * Whether an element that changes by itself may do so (WCAG 2.2.2). A button pauses it, and so do
 * pointer, touch and focus inside; it pauses in a hidden tab and behind the welcome pop-up, and under reduced
 * motion until the visitor presses play.
 */
export function usePlayback(root: RefObject<HTMLElement | null>) {
  // All interactions with the element, and those that began after play was pressed.
  const present = useRef(new Set<Interaction>());
  const [pausing, setPausing] = useState<Interaction[]>([]);
  // Null: follows `prefers-reduced-motion`.
  const [choice, setChoice] = useState<boolean | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isPageVisible = usePageVisible();
  const isWelcomeClosed = usePageStore((store) => store.isWelcomeClosed);
  const isPlaying = choice ?? !prefersReducedMotion;

  function begin(interaction: Interaction) {
    if (present.current.has(interaction)) return;
    present.current.add(interaction);
    setPausing((others) => [...others, interaction]);
  }

  function end(interaction: Interaction) {
    present.current.delete(interaction);
    setPausing((all) => all.filter((it) => it !== interaction));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what began before hydration and sends no event
  useEffect(() => {
    if (root.current?.matches(':hover')) begin('pointer');
    if (root.current?.contains(document.activeElement)) begin('focus');
  }, []);

  function toggle() {
    setChoice(!isPlaying);
    if (!isPlaying) setPausing([]);
  }

  function onTouchRelease({ targetTouches }: TouchEvent) {
    if (targetTouches.length === 0) end('touch');
  }

  return {
    isPlaying,
    isRunning: isPlaying && isPageVisible && isWelcomeClosed && pausing.length === 0,
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
