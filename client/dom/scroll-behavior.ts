/** Media query of users who prefer reduced motion. */
export const reducedMotion = '(prefers-reduced-motion: reduce)';

/** Time after which a smooth scroll has ended, in milliseconds: Chromium takes up to 720. */
const longestScroll = 1_500;

let began = Number.NEGATIVE_INFINITY;

/** Scrolls to a part of the page, smoothly unless the user prefers reduced motion. */
export function scrollToBlock(block: HTMLElement): void {
  began = performance.now();
  const behavior = window.matchMedia(reducedMotion).matches ? 'instant' : 'smooth';
  block.scrollIntoView({ behavior, block: 'start' });
}

/** Whether the page may be scrolling to a part of it: Chrome before 131 ends that when another scroll begins. */
export function isScrollingToBlock(): boolean {
  return performance.now() - began < longestScroll;
}
