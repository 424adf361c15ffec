import { useState } from 'react';
import { useHydrated } from '../../shared/use-hydrated.ts';

/**
 * Whether the visitor has dismissed something in this session of the browser.
 * The served HTML and hydration say no; what the browser remembers follows.
 */
export function useDismissed(key: string): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissedNow, setDismissedNow] = useState(false);
  const isHydrated = useHydrated();
  const isDismissed = isDismissedNow || (isHydrated && remembers(key));

  function dismiss() {
    remember(key);
    setDismissedNow(true);
  }

  return [isDismissed, dismiss];
}

/** Browsers that block storage throw; then nothing is remembered. */
function remembers(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function remember(key: string): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // It stays dismissed until the page is loaded again.
  }
}
