/** Media query of users who prefer reduced motion. */
export const reducedMotion = '(prefers-reduced-motion: reduce)';

/** Returns the scroll behavior: smooth unless the user prefers reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia(reducedMotion).matches ? 'instant' : 'smooth';
}
