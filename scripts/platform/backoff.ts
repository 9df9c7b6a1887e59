/**
 * How long to wait before starting a crashed process again: from half a second, doubling, to five seconds: whatever it lacked
 * (a database that recovers, a Redis that is being started) may be back at any moment, and until it tries again nothing is sold.
 */
export const RESTART_FIRST_MS = 500;

export const RESTART_LONGEST_MS = 5_000;

/** Having run this long, a process counts as well again: one that cannot start or dies of its first work ends much sooner. */
export const HEALTHY_AFTER_MS = 10_000;

/** Milliseconds to wait after `crashes` (≥ 1) crashes in a row. */
export const restartDelayMs = (crashes: number): number => Math.min(RESTART_LONGEST_MS, RESTART_FIRST_MS * 2 ** (crashes - 1));
