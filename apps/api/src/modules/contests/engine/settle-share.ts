/**
 * Our part of a draw that another organiser holds for several operators.
 *
 * The organiser's totals give the prize of each tier. Of our own stakes the operator's part stays here and bears tax and commission as in any
 * draw; the rest is owed to the common pool. What our own winners won comes out of the common pool into the contest's fund.
 * Example: we sold 1,000.00 of 50,000.00, fund 50 %, and one of the two winners of 12,500.00: 500.00 to the operator, 500.00 to the common
 * pool, 12,500.00 from it; the organiser owes us 12,000.00.
 */
import { type GameDefinition, occasionsOf, settleDraw } from '@valira/games';
import type { TierRow } from '@valira/games/verifiable';
import { assertConserved, type Cents, cents, subtract, sum } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { ExternalTotals, Flow, FlowPlace, Settled, SettlementFacts } from './contest-engine.ts';

export type Share = {
  readonly common: Settled;
  readonly totals: Extract<ExternalTotals, { kind: 'draw' }>;
  /** What was staked here, and won here by tier. */
  readonly stakesCents: Cents;
  readonly winners: Readonly<Record<string, bigint>>;
};

/** Refuses totals that leave out tickets of ours: fewer stakes, or fewer winners in a tier, than are sealed here. */
export function settleShare(
  game: GameDefinition,
  { common, totals, stakesCents, winners }: Share,
  { number }: SettlementFacts,
): Outcome<Settled, 'own_tickets_missing'> {
  if (stakesCents > totals.salesCents)
    return refuse('own_tickets_missing', { path: 'totals.salesCents', facts: { ownCents: stakesCents, statedCents: totals.salesCents } });
  const short = Object.entries(winners).find(([tier, own]) => own > (totals.winners[tier] ?? 0n));
  if (short) {
    const [tier, own] = short;
    return refuse('own_tickets_missing', { path: `totals.winners.${tier}`, facts: { own, stated: totals.winners[tier] ?? 0n } });
  }
  // The operator's part depends on stakes alone, so the prizes of this settlement are of no interest.
  const alone = settleDraw(game, {
    stakesCents,
    winners: {},
    carriedInCents: {},
    accountsCents: {},
    cycleDraw: 1,
    drawsAtCap: 0,
    occasions: occasionsOf(game, number),
  });
  if (!alone.ok) throw new Error(`the operator’s part of ${stakesCents} cents cannot be told: ${alone.code}`);
  const { operatorPartCents } = alone.value;
  const tiers = common.tiers.map(({ tier, shareCents }): TierRow => {
    const own = winners[tier] ?? 0n;
    return { tier, winners: String(own), shareCents, totalCents: String(BigInt(shareCents) * own) };
  });
  const prizesCents = sum(tiers.map(({ totalCents }) => cents(BigInt(totalCents))));
  const flow = (from: FlowPlace, to: FlowPlace, amountCents: Cents): Flow => ({ from, to, amountCents });
  const flows = [
    flow('stakes', 'operator', operatorPartCents),
    flow('stakes', 'common-pool', subtract(stakesCents, operatorPartCents)),
    flow('common-pool', 'fund', prizesCents),
  ].filter(({ amountCents }) => amountCents !== 0n);
  assertConserved(
    `share of draw ${number}`,
    { stakes: stakesCents },
    { operator: operatorPartCents, common: subtract(stakesCents, operatorPartCents) },
  );
  return ok({
    tiers,
    commonTiers: common.tiers,
    prizesCents,
    refundsCents: cents(0n),
    flows,
    carry: common.carry,
    grade: common.grade,
  });
}
