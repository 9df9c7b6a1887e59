/**
 * Whether a pool that has winners rightly pays none of them: its fund does not hold the least dividend, and its rules then give all stakes back
 * (docs/verify.md, section 8, Pools).
 *
 * Example: 30.00 at 30 % leaves 21.00; 20.00 on the winner at the least dividend of 1.10 asks for 22.00: everything goes back. Only for one
 * winning row and no money but stakes; anything else is left to two people.
 */
import { z } from 'zod';

const cents = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);

const rules = z.object({
  definition: z.object({
    takeoutBps: z.int().min(0).max(10_000),
    fundStepCents: cents,
    dividend: z.object({ perCents: cents, minimumCents: cents, shortfall: z.object({ paidBy: z.literal('refund') }) }),
    guarantee: z.null(),
    carryover: z.null(),
    payoutCapCents: z.null(),
  }),
});

export function isMinusPool(frozen: unknown, stakeCents: bigint, winners: readonly bigint[]): boolean {
  const parsed = rules.safeParse(frozen);
  const [units, ...others] = winners.filter((count) => count > 0n);
  if (!parsed.success || units === undefined || others.length > 0) return false;
  const { takeoutBps, fundStepCents, dividend } = parsed.data.definition;
  const net = stakeCents - (stakeCents * BigInt(takeoutBps)) / 10_000n;
  const fund = fundStepCents === 0n ? net : (net / fundStepCents) * fundStepCents;
  return units * dividend.minimumCents > fund;
}
