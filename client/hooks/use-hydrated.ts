import { useDeferredValue } from 'react';

/**
 * Whether hydration is done. The deferred value makes dependents render in a separate pass, so that
 * hydration is not one long task.
 */
export function useHydrated(): boolean {
  return useDeferredValue(true, false);
}
