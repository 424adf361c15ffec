import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; on the server and at hydration it does not. */
function useMediaQuery(query: string): boolean {
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

/** Whether the visitor asked the system for less motion. */
export function usePrefersReducedMotion(): boolean {
  return useMediaQuery(reducedMotion);
}

/** How to scroll for this visitor. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia(reducedMotion).matches ? 'instant' : 'smooth';
}
