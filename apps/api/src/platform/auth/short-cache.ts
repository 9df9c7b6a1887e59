/**
 * A bounded in-process cache of look-ups that may be a few seconds old. A look-up under way is shared by those who ask meanwhile;
 * one that found nothing or failed is not kept. What is forgotten while it is being looked up is not kept either.
 *
 * Whoever keeps thousands calls `refresh` now and then: what is in use and past half of its age is looked up at once for all of them. Of 2,000
 * players who each buy once a second that leaves one statement a second instead of 400.
 */
export type ShortCache<T> = {
  get(key: string, look: () => Promise<T | null>): T | Promise<T | null>;
  /** Looks the aged entries that were asked for since the last time up together. One that is not found any more is gone; after a failure all stay as old as they are. */
  refresh(lookAll: (entries: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>): Promise<void>;
  forget(key: string): void;
  clear(): void;
};

type Entry<T> = { readonly value: T; readonly untilMs: number; isAsked: boolean };

export function shortCache<T>(settings: { maxAgeMs: number; maxEntries: number; nowMs: () => number }): ShortCache<T> {
  const { maxAgeMs, maxEntries, nowMs } = settings;
  const entries = new Map<string, Entry<T>>();
  const underWay = new Map<string, Promise<T | null>>();

  const keep = (key: string, value: T, askedMs: number) => {
    entries.delete(key);
    if (entries.size >= maxEntries) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    entries.set(key, { value, untilMs: askedMs + maxAgeMs, isAsked: false });
  };

  return {
    get(key, look) {
      const entry = entries.get(key);
      if (entry && nowMs() < entry.untilMs) {
        entry.isAsked = true;
        return entry.value;
      }
      const running = underWay.get(key);
      if (running) return running;
      const askedMs = nowMs();
      const asked = look().then(
        (value) => {
          if (underWay.get(key) === asked) {
            underWay.delete(key);
            if (value !== null) keep(key, value, askedMs);
          }
          return value;
        },
        (error: unknown) => {
          if (underWay.get(key) === asked) underWay.delete(key);
          throw error;
        },
      );
      underWay.set(key, asked);
      return asked;
    },
    async refresh(lookAll) {
      const askedMs = nowMs();
      const aged = [...entries].filter(([, { isAsked, untilMs }]) => isAsked && untilMs - askedMs < maxAgeMs / 2);
      if (aged.length === 0) return;
      const found = await lookAll(new Map(aged.map(([key, { value }]) => [key, value])));
      for (const [key, entry] of aged) {
        // Forgotten or looked up by somebody else meanwhile: that is newer than what was found here.
        if (entries.get(key) !== entry) continue;
        const value = found.get(key);
        if (value === undefined) entries.delete(key);
        else keep(key, value, askedMs);
      }
    },
    forget(key) {
      entries.delete(key);
      underWay.delete(key);
    },
    clear() {
      entries.clear();
      underWay.clear();
    },
  };
}
