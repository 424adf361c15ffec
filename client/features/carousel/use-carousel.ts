import {
  type FocusEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { carousel } from '../../business.ts';
import { useInterval } from '../../hooks/use-interval.ts';
import { scrollBehavior, usePrefersReducedMotion } from '../../hooks/use-media-query.ts';
import { usePageVisible } from './use-page-visible.ts';

/** State and event handlers of a carousel, with the timer that advances it. */
export function useCarousel(count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [interaction, setInteraction] = useState({ pointer: false, touch: false, focus: false });
  // Null: follows `prefers-reduced-motion`.
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isVisible = usePageVisible();
  const isPlaying = choice === null ? !prefersReducedMotion : choice === 'play';
  const isInteracting = interaction.pointer || interaction.touch || interaction.focus;
  const isAdvancing = isPlaying && isVisible && !isInteracting;

  useInterval(() => goTo(current + 1), isAdvancing ? carousel.intervalMilliseconds : null);
  useVisibleSlide(strip, setCurrent);

  function goTo(index: number) {
    const wrapped = (index + count) % count;
    setCurrent(wrapped);
    scrollToSlide(strip.current, wrapped);
  }

  function onTouchRelease({ targetTouches }: TouchEvent) {
    if (targetTouches.length === 0) setInteraction((old) => ({ ...old, touch: false }));
  }

  function toggle() {
    setChoice(isPlaying ? 'pause' : 'play');
    // Play overrides the hover and focus of the pressed button.
    if (!isPlaying) setInteraction({ pointer: false, touch: false, focus: false });
  }

  return {
    strip,
    current,
    isPlaying,
    goTo,
    toggle,
    pauseHandlers: {
      onPointerEnter: () => setInteraction((old) => ({ ...old, pointer: true })),
      onPointerLeave: () => setInteraction((old) => ({ ...old, pointer: false })),
      // Browsers send pointercancel when a touch begins to scroll.
      onTouchStart: () => setInteraction((old) => ({ ...old, touch: true })),
      onTouchEnd: onTouchRelease,
      onTouchCancel: onTouchRelease,
      onFocus: ({ target }: FocusEvent) => {
        setInteraction((old) => ({ ...old, focus: true }));
        // Not all browsers scroll a slide into view when Tab moves the focus to it.
        const index = [...(strip.current?.children ?? [])].findIndex((it) => it.contains(target));
        if (index !== -1) goTo(index);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget))
          setInteraction((old) => ({ ...old, focus: false }));
      },
    },
  };
}

function scrollToSlide(strip: HTMLElement | null, index: number): void {
  const [first, slide] = [strip?.children[0], strip?.children[index]];
  if (!(first instanceof HTMLElement) || !(slide instanceof HTMLElement)) return;
  strip?.scrollTo({ left: slide.offsetLeft - first.offsetLeft, behavior: scrollBehavior() });
}

/** Reports the visible slide, which swipes change too. */
function useVisibleSlide(strip: RefObject<HTMLElement | null>, onShown: (index: number) => void) {
  useEffect(() => {
    const root = strip.current;
    if (!root) return;
    const slides = [...root.children];
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ isIntersecting }) => isIntersecting);
        if (shown) onShown(slides.indexOf(shown.target));
      },
      { root, threshold: 0.6 },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [strip, onShown]);
}
