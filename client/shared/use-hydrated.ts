import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the served HTML and at hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
