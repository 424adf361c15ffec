import { useDeferredValue } from 'react';

/**
 * False in the served HTML and at hydration, true soon after: what depends on it is rendered on its
 * own, so that hydration is not one long task.
 */
export function useHydrated(): boolean {
  return useDeferredValue(true, false);
}
