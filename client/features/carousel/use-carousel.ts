import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { usePlayback } from '../../hooks/use-playback.ts';

/** Time until the next slide. */
const intervalMilliseconds = 2_000;

/** Ratio of a slide in view from which it is the current one. */
const mostOfSlide = 0.6;

/** Ratio of a slide in view, at any size of pixels, when a scroll to it has ended. */
const wholeSlide = 0.99;

/** State and event handlers of a carousel, with the timer that advances it. */
export function useCarousel(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  // Where a scroll leads that is not the visitor's, until it gets there or the visitor scrolls.
  const destination = useRef<number | null>(null);
  const [current, setCurrent] = useState(0);
  // Null after the timer has advanced.
  const [chosen, setChosen] = useState<number | null>(null);
  const playback = usePlayback(root, {
    interval: intervalMilliseconds,
    advance,
    since: current,
  });
  useVisibleSlide(strip, destination, setCurrent);
  useResize(strip, () => {
    destination.current = current;
    scrollToSlide(strip.current, current);
  });

  function goTo(index: number): number {
    const wrapped = (index + count) % count;
    setCurrent(wrapped);
    if (wrapped !== current) destination.current = wrapped;
    scrollToSlide(strip.current, wrapped);
    return wrapped;
  }

  function advance() {
    // Where no scroll of ours leads, a finger may hold it.
    if (destination.current === null && !isAtSlide(strip.current)) return;
    goTo(current + 1);
    setChosen(null);
  }

  function choose(index: number) {
    setChosen(goTo(index));
  }

  /** Not all browsers scroll a slide into view when Tab moves the focus to it. */
  function onFocus({ currentTarget, target }: FocusEvent) {
    const index = [...currentTarget.children].findIndex((it) => it.contains(target));
    if (index !== -1) goTo(index);
  }

  function takeOver() {
    destination.current = null;
  }

  const stripHandlers = {
    onFocus,
    onPointerDownCapture: takeOver,
    onWheel: takeOver,
    onKeyDown: takeOver,
  };
  return { root, strip, current, chosen, choose, stripHandlers, ...playback };
}

/** Scrolls as the style of the strip says. */
function scrollToSlide(strip: HTMLElement | null, index: number): void {
  const [first, slide] = [strip?.children[0], strip?.children[index]];
  if (!(first instanceof HTMLElement) || !(slide instanceof HTMLElement)) return;
  if (strip) strip.scrollLeft = slide.offsetLeft - first.offsetLeft;
}

/** Whether a strip is not between two slides. */
function isAtSlide(strip: HTMLElement | null): boolean {
  const place = strip ? strip.scrollLeft / strip.clientWidth : Number.NaN;
  return Math.abs(place - Math.round(place)) < 1 - wholeSlide;
}

/** Reports a new width, at which some engines end a scroll between two slides. */
function useResize(strip: RefObject<HTMLElement | null>, onResize: () => void) {
  const resized = useEffectEvent(onResize);
  useEffect(() => {
    const { current: element } = strip;
    if (!element || !('ResizeObserver' in window)) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (width !== element.clientWidth) resized();
      width = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip]);
}

/**
 * Reports the slide that the visitor has scrolled to, but not those that a scroll to a destination
 * leaves and passes.
 */
function useVisibleSlide(
  strip: RefObject<HTMLElement | null>,
  destination: RefObject<number | null>,
  onShown: (index: number) => void,
) {
  useEffect(() => {
    const root = strip.current;
    if (!root || !('IntersectionObserver' in window)) return;
    const slides = [...root.children];
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ intersectionRatio }) => intersectionRatio >= mostOfSlide);
        if (!shown) return;
        const index = slides.indexOf(shown.target);
        if (destination.current !== null) {
          if (index !== destination.current || shown.intersectionRatio < wholeSlide) return;
          destination.current = null;
        }
        onShown(index);
      },
      { root, threshold: [mostOfSlide, wholeSlide] },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [strip, destination, onShown]);
}
