import {
  type FocusEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { carousel } from '../../shared/business.ts';
import { useInterval } from '../../shared/use-interval.ts';
import { scrollBehavior, usePrefersReducedMotion } from '../../shared/use-media-query.ts';
import { usePageVisible } from './use-page-visible.ts';

/** Which slide is shown, and the timer that moves on to the next. */
export function useCarousel(count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState({ pointer: false, touch: false, focus: false });
  // Until the visitor decides, the system's wish for less motion does.
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const wantsLessMotion = usePrefersReducedMotion();
  const isVisible = usePageVisible();
  const isPlaying = choice === null ? !wantsLessMotion : choice === 'play';
  const isAtRest = isHeld.pointer || isHeld.touch || isHeld.focus;
  const isMoving = isPlaying && isVisible && !isAtRest;

  useInterval(() => goTo(current + 1), isMoving ? carousel.intervalMilliseconds : null);
  useShownSlide(strip, setCurrent);

  function goTo(place: number) {
    const wrapped = (place + count) % count;
    setCurrent(wrapped);
    scrollToSlide(strip.current, wrapped);
  }

  function letGo({ targetTouches }: TouchEvent) {
    if (targetTouches.length === 0) setHeld((held) => ({ ...held, touch: false }));
  }

  function toggle() {
    setChoice(isPlaying ? 'pause' : 'play');
    // Who presses play wants it to move, though pointer and focus are on it.
    if (!isPlaying) setHeld({ pointer: false, touch: false, focus: false });
  }

  return {
    strip,
    current,
    isPlaying,
    goTo,
    toggle,
    pauseHandlers: {
      onPointerEnter: () => setHeld((held) => ({ ...held, pointer: true })),
      onPointerLeave: () => setHeld((held) => ({ ...held, pointer: false })),
      // To the browser a finger that scrolls is no pointer any more.
      onTouchStart: () => setHeld((held) => ({ ...held, touch: true })),
      onTouchEnd: letGo,
      onTouchCancel: letGo,
      onFocus: ({ target }: FocusEvent) => {
        setHeld((held) => ({ ...held, focus: true }));
        // Browsers do not always scroll back to a slide that the Tab key reaches.
        const place = [...(strip.current?.children ?? [])].findIndex((it) => it.contains(target));
        if (place !== -1) goTo(place);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setHeld((held) => ({ ...held, focus: false }));
      },
    },
  };
}

function scrollToSlide(strip: HTMLElement | null, place: number): void {
  const [first, slide] = [strip?.children[0], strip?.children[place]];
  if (!(first instanceof HTMLElement) || !(slide instanceof HTMLElement)) return;
  strip?.scrollTo({ left: slide.offsetLeft - first.offsetLeft, behavior: scrollBehavior() });
}

/** Follows the visitor's own swipes. */
function useShownSlide(strip: RefObject<HTMLElement | null>, onShown: (place: number) => void) {
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
