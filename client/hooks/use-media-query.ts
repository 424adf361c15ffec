import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. False on the server and at hydration. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

const reducedMotion = '(prefers-reduced-motion: reduce)';

/** Whether the user prefers reduced motion. */
export function usePrefersReducedMotion(): boolean {
  return useMediaQuery(reducedMotion);
}

/** Returns the scroll behavior: smooth unless the user prefers reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia(reducedMotion).matches ? 'instant' : 'smooth';
}
