/**
 * How often something may be tried. Counters live in this process, or in Redis when there is one, so that several processes count
 * together; while Redis is unreachable each process counts for itself. Purchases are always counted in the process: that limit is
 * generous, and no sale waits for Redis.
 *
 * Example: six wrong PINs within 15 minutes on one terminal: the sixth is answered `too_many_requests` with retry-after.
 */
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

export const LIMIT_NAMES = ['sign-in-address', 'sign-in-email', 'register', 'pin', 'enrol', 'check', 'sale'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** At most `points` within `seconds`, counted from the first. */
export type Limit = { readonly points: number; readonly seconds: number };

export type RateLimits = {
  /** Counts one try. Null when it may go on, else the seconds to wait. */
  take(limit: LimitName, key: string): Promise<number | null>;
  /** Forgets the tries of a key, after one that succeeded. */
  clear(limit: LimitName, key: string): Promise<void>;
  /** Takes one try back, when it succeeded but the failures before it still count. */
  giveBack(limit: LimitName, key: string): Promise<void>;
};

export function openRateLimits(limits: Readonly<Record<LimitName, Limit>>, redis?: unknown): RateLimits {
  const limiterOf = (name: LimitName): RateLimiterAbstract => {
    const options: IRateLimiterOptions = { keyPrefix: `limit:${name}`, points: limits[name].points, duration: limits[name].seconds };
    if (redis === undefined || name === 'sale') return new RateLimiterMemory(options);
    return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) });
  };
  const limiters = new Map(LIMIT_NAMES.map((name) => [name, limiterOf(name)]));
  const of = (name: LimitName): RateLimiterAbstract => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`no limit ${name}`);
    return limiter;
  };
  return {
    async take(name, key) {
      try {
        await of(name).consume(key);
        return null;
      } catch (reached) {
        if (reached instanceof RateLimiterRes) return Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
        throw reached;
      }
    },
    async clear(name, key) {
      await of(name).delete(key);
    },
    async giveBack(name, key) {
      await of(name).reward(key);
    },
  };
}
