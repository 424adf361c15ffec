import { useSyncExternalStore } from 'react';
import { reducedMotion } from '../dom/scroll-behavior.ts';

/** Whether the user prefers reduced motion. False on the server and at hydration. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(reducedMotion).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(reducedMotion);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
