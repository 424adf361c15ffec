import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isScrollingToBlock } from '../dom/scroll-behavior.ts';
import { usePrefersReducedMotion } from './use-prefers-reduced-motion.ts';

interface PlaybackOptions {
  /** Milliseconds between two changes, or null if it never changes. */
  interval: number | null;
  /** Changes it. */
  advance: () => void;
  /** What begins another interval when it changes. */
  since?: unknown;
}

/**
 * Plays an element that changes by itself (WCAG 2.2.2), until the visitor pauses it; under reduced
 * motion once the visitor plays it. Whether it may change is asked when it is about to.
 */
export function usePlayback(
  root: RefObject<HTMLElement | null>,
  { interval, advance, since }: PlaybackOptions,
) {
  // Null: follows `prefers-reduced-motion`.
  const [choice, setChoice] = useState<boolean | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isPlaying = choice ?? !prefersReducedMotion;

  const tick = useEffectEvent(() => {
    if (root.current && mayChange(root.current, choice === true)) advance();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` begins another interval
  useEffect(() => {
    if (!isPlaying || interval === null) return;
    const timer = setInterval(() => tick(), interval);
    return () => clearInterval(timer);
  }, [isPlaying, interval, since]);

  return { isPlaying, toggle: () => setChoice(!isPlaying) };
}

/**
 * Whether an element may change by itself now: one that is seen, and that nobody uses. One that the
 * visitor has asked to play does so in spite of pointer and focus.
 */
function mayChange(root: HTMLElement, isAskedFor: boolean): boolean {
  const selection = getSelection();
  const isSelected = selection?.isCollapsed === false && selection.containsNode(root, true);
  const isVisible = document.visibilityState === 'visible' && !document.querySelector(':modal');
  if (!isVisible || isSelected || isScrollingToBlock() || root.matches(':active')) return false;
  // A tap leaves `:hover` and the focus behind.
  const isHovered = window.matchMedia('(hover: hover)').matches && root.matches(':hover');
  return isAskedFor || !(isHovered || root.querySelector(':focus-visible'));
}
