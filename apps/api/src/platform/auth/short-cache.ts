/**
 * A bounded in-process cache of look-ups that may be a few seconds old. A look-up under way is shared by those who ask meanwhile;
 * one that found nothing or failed is not kept. What is forgotten while it is being looked up is not kept either.
 */
export type ShortCache<T> = {
  get(key: string, look: () => Promise<T | null>): T | Promise<T | null>;
  forget(key: string): void;
  clear(): void;
};

type Entry<T> = { readonly value: T; readonly untilMs: number };

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
    entries.set(key, { value, untilMs: askedMs + maxAgeMs });
  };

  return {
    get(key, look) {
      const entry = entries.get(key);
      if (entry && nowMs() < entry.untilMs) return entry.value;
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
