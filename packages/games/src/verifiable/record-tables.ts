/**
 * A settlement as the two tables of a draw record: prizes per tier, and every cent's way on one line each.
 *
 * Example: stakes 100.00, nothing carried in, fund 50.00, one tier paid 50.00 → in { stakes 10000 }, out { prizes 5000,
 * operatorPart 5000 }. Rows of zero are left out, except stakes and prizes.
 */
import { assertConserved, type Cents, subtract, sum, times } from '@valira/money';
import type { PrizeSettlement } from '@valira/prizes';
import type { MoneyTable, TierRow } from './bundle.ts';

/** What the settlement was given beside the stakes. */
export type SettledFrom = {
  readonly carriedInCents?: Readonly<Record<string, Cents>>;
  readonly accountsCents?: Readonly<Record<string, Cents>>;
  readonly topUpsCents?: Readonly<Record<string, Cents>>;
};

const total = (amounts: Readonly<Record<string, Cents>> = {}): Cents => sum(Object.values(amounts));

const withoutZeros = (amounts: Readonly<Record<string, Cents>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(amounts)
      .filter(([, amount]) => amount !== 0n)
      .map(([name, amount]) => [name, String(amount)]),
  );

/** Prizes before tax; tax kept back is part of them. Throws a ConservationError when the settlement does not add up. */
export function recordTables(settlement: PrizeSettlement, from: SettledFrom): { readonly prizes: TierRow[]; readonly money: MoneyTable } {
  const prizesCents = sum(settlement.tiers.map((tier) => tier.paidCents));
  const withheldCents = sum(settlement.tiers.map((tier) => times(tier.withheldCents, tier.winners)));
  const inflow = {
    carriedIn: total(from.carriedInCents),
    accountsBefore: total(from.accountsCents),
    topUps: total(from.topUpsCents),
    operatorAdded: settlement.operatorAddedCents,
  };
  const outflow = {
    carriedOut: total(settlement.carriedOutCents),
    accountsAfter: subtract(total(settlement.accountsCents), withheldCents),
    operatorPart: settlement.operatorPartCents,
    operatorKept: settlement.operatorKeptCents,
  };
  assertConserved('draw record', { stakes: settlement.stakesCents, ...inflow }, { prizes: prizesCents, ...outflow });
  return {
    prizes: settlement.tiers.map((tier) => ({
      tier: tier.id,
      winners: String(tier.winners),
      shareCents: String(tier.prizeCents),
      totalCents: String(tier.paidCents),
    })),
    money: {
      inflow: { stakes: String(settlement.stakesCents), ...withoutZeros(inflow) },
      outflow: { prizes: String(prizesCents), ...withoutZeros(outflow) },
    },
  };
}
