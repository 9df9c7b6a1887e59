/**
 * What a wish for another limit means (incident R39): less holds at once, more waits 24 hours and is confirmed a second time, and the old limit holds
 * until the new one starts: there is no moment without it. A wish for less, or for what holds, takes back a wish for more that waits.
 *
 * Example: 100.00 a week. At 10:00 the player asks for 500.00, at 10:01 pays in 300.00 (refused: 100.00 holds), at 10:02 asks for 100.00: nothing
 * changes, and the 500.00 are withdrawn. On the next day at 10:00 there is nothing to confirm.
 */
export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const;
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export const RAISE_WAITS_MS = 24 * 3_600_000;

/** Null is no limit: more than any amount. */
export function wishOf(holdsCents: bigint | null, wantedCents: bigint | null): 'same' | 'lower' | 'raise' {
  if (holdsCents === wantedCents) return 'same';
  if (wantedCents === null) return 'raise';
  return holdsCents === null || wantedCents < holdsCents ? 'lower' : 'raise';
}
