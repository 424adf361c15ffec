import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { scrollBehavior } from '../../dom/scroll-behavior.ts';
import { useInterval } from '../../hooks/use-interval.ts';
import { usePlayback } from '../../hooks/use-playback.ts';
import { carousel } from '../../site/config.ts';

/** State and event handlers of a carousel, with the timer that advances it. */
export function useCarousel(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  // Null after the timer has advanced.
  const [chosen, setChosen] = useState<number | null>(null);
  const { isPlaying, isRunning, toggle, pauseHandlers } = usePlayback(root);

  useInterval(advance, isRunning ? carousel.intervalMilliseconds : null);
  useVisibleSlide(strip, setCurrent);

  function goTo(index: number): number {
    const wrapped = (index + count) % count;
    setCurrent(wrapped);
    scrollToSlide(strip.current, wrapped);
    return wrapped;
  }

  function advance() {
    goTo(current + 1);
    setChosen(null);
  }

  function choose(index: number) {
    setChosen(goTo(index));
  }

  function onFocus({ target }: FocusEvent) {
    pauseHandlers.onFocus();
    // Not all browsers scroll a slide into view when Tab moves the focus to it.
    const index = [...(strip.current?.children ?? [])].findIndex((it) => it.contains(target));
    if (index !== -1) goTo(index);
  }

  const handlers = { ...pauseHandlers, onFocus };
  return { root, strip, current, chosen, isPlaying, choose, toggle, handlers };
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
    if (!root || !('IntersectionObserver' in window)) return;
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
