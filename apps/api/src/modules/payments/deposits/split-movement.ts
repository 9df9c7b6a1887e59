/**
 * How a movement meets a player's cash and debt. A balance is never negative: what a refund or dispute takes beyond it is owed; what comes back pays
 * the debt first.
 *
 * Example: 50.00 disputed with 12.00 left: 12.00 from cash, 38.00 owed. The dispute is won later: 38.00 of the debt is gone, 12.00 to cash.
 */
export type Split = { readonly cashCents: bigint; readonly owedCents: bigint };

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** `cashCents` and `owedCents` are what the player has and owes before; both parts of the answer are ≥ 0 and add up to the amount. */
export function splitMovement(amountCents: bigint, direction: 'in' | 'out', before: Split): Split {
  if (direction === 'out') {
    const fromCash = least(amountCents, before.cashCents);
    return { cashCents: fromCash, owedCents: amountCents - fromCash };
  }
  const toDebt = least(amountCents, before.owedCents);
  return { cashCents: amountCents - toDebt, owedCents: toDebt };
}
