import { useState } from 'react';
import { useHydrated } from '../../hooks/use-hydrated.ts';

/**
 * Whether the visitor has dismissed something in this browser session. False on the server and at
 * hydration; the stored value follows.
 */
export function useDismissed(key: string): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissedNow, setDismissedNow] = useState(false);
  const isHydrated = useHydrated();
  const isDismissed = isDismissedNow || (isHydrated && isStored(key));

  function dismiss() {
    store(key);
    setDismissedNow(true);
  }

  return [isDismissed, dismiss];
}

/** Returns false if storage is blocked, which throws. */
function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function store(key: string): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Dismissed until the page is reloaded.
  }
}
