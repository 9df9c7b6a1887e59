/**
 * Splitting an amount so that nothing is left and nothing is invented.
 *
 * Each part gets its exact share rounded down; the units that remain go one each to the parts with the largest
 * remainder, ties to the earlier part. Example: 100 cents by 1:1:1 → 34, 33, 33.
 */
import type { Cents } from './cents.ts';

/** Parts of `total` by non-negative integer `weights` (at least one positive). The parts sum to `total` exactly. */
export function allocate(total: Cents, weights: readonly bigint[]): Cents[] {
  if (total < 0n) throw new RangeError('a negative amount is not allocated: allocate its absolute value');
  const whole = weights.reduce((sum, weight) => {
    if (weight < 0n) throw new RangeError(`negative weight: ${weight}`);
    return sum + weight;
  }, 0n);
  if (whole === 0n) throw new RangeError('no positive weight to allocate by');
  const parts = weights.map((weight) => (total * weight) / whole);
  let left = total - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts as Cents[];
}
