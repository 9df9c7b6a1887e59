/**
 * When a job that threw is tried again: after `firstMs`, then each time twice as long, at most `longestMs`, `attempts` times in all.
 *
 * Example: attempts 5, firstMs 1000, longestMs 5000 → tried at once, then after 1 s, 2 s, 4 s, 5 s. Up to a fifth is taken off each
 * wait, so that jobs that failed together because a server was away do not come back together.
 */
export type RetryPolicy = {
  /** First try included. */
  readonly attempts: number;
  readonly firstMs: number;
  readonly longestMs: number;
};

/** About an hour and a half in all: longer than a restart of any server, shorter than the night. */
export const PATIENT: RetryPolicy = { attempts: 20, firstMs: 1_000, longestMs: 300_000 };

/**
 * For what is asked for again each second or so, like the steps of a draw: a job that waits for its next try holds its key, so nobody
 * else can do its work meanwhile. A server that was away for a while costs five seconds more and never minutes.
 */
export const PROMPT: RetryPolicy = { attempts: 20, firstMs: 500, longestMs: 5_000 };

/** Milliseconds until the next try after `failures` failed ones (≥ 1). `chance` is in [0, 1). */
export function retryDelayMs({ firstMs, longestMs }: RetryPolicy, failures: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.round(full * (1 - chance / 5));
}
