import { useCallback, useSyncExternalStore } from 'react';
import { reducedMotion } from '../dom/scroll-behavior.ts';

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

/** Whether the user prefers reduced motion. */
export function usePrefersReducedMotion(): boolean {
  return useMediaQuery(reducedMotion);
}
