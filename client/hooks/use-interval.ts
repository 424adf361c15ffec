import { useEffect, useEffectEvent } from 'react';

/** Calls back periodically. An interval of null stops it. */
export function useInterval(callback: () => void, milliseconds: number | null): void {
  const tick = useEffectEvent(callback);

  useEffect(() => {
    if (milliseconds === null) return;
    const timer = setInterval(() => tick(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
