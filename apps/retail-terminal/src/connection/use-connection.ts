/** Whether the platform answers, and how fast. Nothing is sold while it does not. */
import { useEffect, useState } from 'react';

export type Connection =
  | { readonly state: 'checking' }
  | { readonly state: 'online' | 'slow'; readonly roundTripMs: number }
  | { readonly state: 'offline'; readonly sinceMs: number };

const ONLINE_EVERY_MS = 10_000;
const OFFLINE_EVERY_MS = 2_000;
const SLOW_MS = 800;

export function useConnection(ping: () => Promise<number>): Connection {
  const [connection, set] = useState<Connection>({ state: 'checking' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const look = async () => {
      let delayMs = ONLINE_EVERY_MS;
      try {
        const roundTripMs = await ping();
        set({ state: roundTripMs > SLOW_MS ? 'slow' : 'online', roundTripMs });
      } catch {
        delayMs = OFFLINE_EVERY_MS;
        set((earlier) => (earlier.state === 'offline' ? earlier : { state: 'offline', sinceMs: Date.now() }));
      }
      if (!stopped) timer = setTimeout(() => void look(), delayMs);
    };
    const now = () => {
      clearTimeout(timer);
      void look();
    };
    void look();
    addEventListener('online', now);
    addEventListener('offline', now);
    return () => {
      stopped = true;
      clearTimeout(timer);
      removeEventListener('online', now);
      removeEventListener('offline', now);
    };
  }, [ping]);
  return connection;
}
