import { useEffect, useState } from 'react';

/** Milliseconds since which the browser has had no connection; null while it has one. */
export function useOffline(): number | null {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : Date.now()));
  useEffect(() => {
    const lost = () => setSince((earlier) => earlier ?? Date.now());
    const back = () => setSince(null);
    addEventListener('offline', lost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', back);
    };
  }, []);
  return since;
}
