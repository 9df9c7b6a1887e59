/**
 * Pools whose fund is split over tiers: football pools, pick-n with consolations, order/disorder bets.
 *
 * The prize plan (packages/prizes) splits, cascades, carries and rounds; this file finds the winning units of each tier,
 * decides on single-winner jackpots, void legs and the order ratio, and pays tickets.
 *
 * Example (Stryktipset 4973): 17,551,924.00 at 65 % → fund 11,408,750.60; 13 right hold 40 % for 77 rows: 59,266 each, whole
 * crowns.
 */
import { type Cents, cents, divide, divideToStep, min, type Rational, ZERO } from '@valira/money';
import { type PrizePlan, type PrizeSettlement, settlePrizes } from '@valira/prizes';
import type { PoolBook } from '../book/pool-book.ts';
import type { Pool } from '../definition/pool.ts';
import { attempts, type PriceLine } from '../result/price-lines.ts';
import type { PoolResult } from '../result/result.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { prizeFor } from './payout.ts';
import { fundOf } from './pool-money.ts';
import type { SettlementParts } from './settle.ts';
import type { SettledLine } from './settlement.ts';

/**
 * With a void leg and suppressed consolations the top tier has the whole fund; other tiers keep what waits in them. They stay in
 * the plan, as do its accounts, because the top tier's own rules may send money there.
 */
function planFor(plan: PrizePlan, top: string | null): PrizePlan {
  if (top === null) return plan;
  return {
    ...plan,
    setAsides: [],
    pours: [],
    tiers: plan.tiers.map((tier) =>
      tier.id === top
        ? { ...tier, prize: { kind: 'remainder' } }
        : { id: tier.id, prize: { kind: 'carried' }, rounding: tier.rounding, empty: { to: 'carry', tier: tier.id } },
    ),
  };
}

/** The tier that is paid alone when consolations are suppressed; null when all are paid. */
function onlyTier(book: PoolBook, result: PoolResult): string | null {
  const { tiers, voidLegs, bet } = book.pool.definition;
  if (voidLegs.consolations === 'kept' || !result.legs.some((leg) => leg.kind === 'void')) return null;
  const mainLegs = bet.type === 'sports' ? bet.legs : result.legs.length;
  return tiers.find((tier) => tier.correct === mainLegs && !tier.uniqueOnly)?.id ?? null;
}

/** Winning units of a tier, a part of a unit counted as one: whether it is won at all. */
const unitsUp = (stakes: Rational, unitCents: Cents): bigint => divide(stakes.n, stakes.d * unitCents, 'up');

function paysUnique(pool: Pool, stakes: Rational): boolean {
  const { carryover, stake } = pool.definition;
  return stakes.n <= stake.unitCents * stakes.d || (carryover?.mandatoryDates.includes(pool.businessDate) ?? false);
}

/** Prize for one unit: the plan's, or worked out again from the tier's pool when the winning units are not whole. */
function unitPrize(plan: PrizePlan, prizes: PrizeSettlement, id: string, stakes: Rational, unitCents: Cents): Cents {
  const settled = prizes.tiers.find((tier) => tier.id === id);
  const planned = plan.tiers.find((tier) => tier.id === id);
  if (!settled || !planned || settled.winners === 0n) return ZERO;
  const whole = stakes.n % (stakes.d * unitCents) === 0n;
  const own = planned.prize.kind !== 'fixed' && settled.mergedWith.length === 0 && planned.rounding.remainderTo.to === 'operator';
  if (whole || !own || settled.prizeCents === ZERO) return settled.prizeCents;
  return cents(divideToStep(settled.poolCents * unitCents * stakes.d, stakes.n, planned.rounding.stepCents, planned.rounding.mode));
}

/** Order at least `ratio` times any-order: below it both are paid from their joint pool in that ratio. */
function keepRatio(
  plan: PrizePlan,
  prizes: PrizeSettlement,
  ratio: number,
  stakes: readonly Rational[],
  unitCents: Cents,
  paid: Cents[],
): void {
  const [order, disorder] = prizes.tiers;
  const [inOrder, anyOrder] = stakes;
  if (!order || !disorder || !inOrder || !anyOrder || inOrder.n === 0n || anyOrder.n === 0n) return;
  const times = BigInt(ratio);
  if ((paid[0] ?? ZERO) >= (paid[1] ?? ZERO) * times) return;
  const step = plan.tiers[1]?.rounding.stepCents ?? 1n;
  const joint = (order.poolCents + disorder.poolCents) * unitCents;
  const units = { n: times * inOrder.n * anyOrder.d + anyOrder.n * inOrder.d, d: inOrder.d * anyOrder.d };
  const each = divideToStep(joint * units.d, units.n, step, 'down');
  paid[0] = cents(each * times);
  paid[1] = cents(each);
}

function payTickets(holdings: Holdings, dividends: readonly Cents[], perCents: Cents): { paid: Cents; ticketsPaid: bigint } {
  let paid = 0n;
  let ticketsPaid = 0n;
  for (const { group, combinations } of holdings.holders) {
    const held = combinations.map((count, i) => ({ dividendCents: dividends[i] ?? ZERO, combinations: count }));
    const prize = prizeFor(group.ticket, perCents, held);
    paid += prize * group.count;
    if (prize > 0n) ticketsPaid += BigInt(group.tickets);
  }
  return { paid: cents(paid), ticketsPaid };
}

const movedBy = (prizes: PrizeSettlement, fits: (movement: PrizeSettlement['movements'][number]) => boolean): bigint =>
  prizes.movements.reduce((total, movement) => (fits(movement) ? total + movement.amountCents : total), 0n);

export type TierStakes = { readonly tier: string; readonly stakes: Rational };

export type TierPrices = { readonly prizes: PrizeSettlement /** Per tier as asked, for one unit. */; readonly dividends: readonly Cents[] };

/**
 * Prizes of one unit in each of these tiers, given the stakes on them; tiers left out, and tiers for a single winner with more
 * than one, are unwon. Settlements and probables both come through here.
 */
export function priceTiers(pool: Pool, plan: PrizePlan, fundCents: Cents, asked: readonly TierStakes[]): TierPrices {
  const { bet, stake, tiers } = pool.definition;
  const won = asked.filter(
    ({ tier, stakes }) => stakes.n > 0n && (!tiers.find((one) => one.id === tier)?.uniqueOnly || paysUnique(pool, stakes)),
  );
  const prizes = settlePrizes(plan, {
    stakesCents: fundCents,
    winners: Object.fromEntries(won.map(({ tier, stakes }) => [tier, unitsUp(stakes, stake.unitCents)])),
    carriedInCents: Object.fromEntries(pool.carriedIn),
    occasions: [pool.businessDate],
  });
  const dividends = asked.map(({ tier, stakes }) => unitPrize(plan, prizes, tier, stakes, stake.unitCents));
  if ('ranks' in bet && bet.orderRatio !== null) {
    keepRatio(
      plan,
      prizes,
      bet.orderRatio,
      asked.map(({ stakes }) => stakes),
      stake.unitCents,
      dividends,
    );
  }
  return { prizes, dividends };
}

/** The settlement's parts, or `no_winner` when the definition then refunds. */
export function settleTiers(book: PoolBook, result: PoolResult): SettlementParts | 'no_winner' {
  const { pool } = book;
  const { definition } = pool;
  const { prizePlan, stake, cascade } = definition;
  if (!prizePlan) throw new Error(`tiered definition ${definition.id} without a prize plan`);
  const top = onlyTier(book, result);
  const [attempt] = attempts(pool, result, book.scratched);
  const lines: readonly PriceLine[] = (attempt?.lines ?? []).filter((line) => top === null || line.tier === top);
  const holdings = holdingsOf(book, lines);
  const asked = lines.map((line, i): TierStakes => ({ tier: line.tier, stakes: holdings.stakes[i] ?? { n: 0n, d: 1n } }));
  const plan = planFor(prizePlan, top);
  const fund = fundOf(pool, book.grossCents);
  // A guarantee is for a pool that somebody wins.
  const held = asked.some(({ stakes }) => stakes.n > 0n);
  const guaranteeTopUp = held ? fund.guaranteeTopUp : ZERO;
  const { prizes, dividends } = priceTiers(pool, plan, cents(fund.netCents + guaranteeTopUp), asked);
  const anyWon = prizes.tiers.some((tier) => tier.winners > 0n);
  if (!anyWon && cascade.at(-1)?.step === 'refund') return 'no_winner';
  const { paid, ticketsPaid } = payTickets(holdings, dividends, stake.unitCents);

  const planned = cents(movedBy(prizes, (movement) => movement.from === 'operator' && movement.reason === 'rounding-excess'));
  const minimumTopUp = cents(prizes.operatorAddedCents - planned);
  const capped = capCarryover(definition.carryover?.capCents ?? null, Object.entries(prizes.carriedOutCents));
  const reserves: Record<string, Cents> = { ...prizes.accountsCents, ...(capped.excess > 0n ? { 'carryover-excess': capped.excess } : {}) };
  const out = [...Object.values(capped.kept), ...Object.values(reserves)].reduce((total, amount) => total + amount, 0n);
  const left = fund.netCents + fund.carriedInCents + guaranteeTopUp + prizes.operatorAddedCents - paid - out;
  // Prizes of parts of a unit that were rounded up may ask for more than the plan foresaw.
  const roundsUp = prizePlan.tiers.some((tier) => tier.rounding.mode !== 'down');
  const raised = left < 0n && roundsUp ? cents(-left) : ZERO;
  const settled = lines.flatMap((line, i): SettledLine[] => {
    const stakes = asked[i]?.stakes;
    const won = prizes.tiers.some((tier) => tier.id === line.tier && tier.winners > 0n);
    return stakes && stakes.n > 0n && won
      ? [{ id: line.id, tier: line.tier, wins: line.wins, stakes, dividendCents: dividends[i] ?? ZERO, exact: null }]
      : [];
  });
  return {
    outcome: paid > 0n ? 'paid' : 'carried',
    paidBy: paid > 0n ? 'result' : null,
    refundReason: null,
    lines: settled,
    ticketsPaid,
    accounts: {
      guaranteeTopUp,
      minimumTopUp,
      roundingTopUp: cents(planned + raised),
      paid,
      takeout: fund.takeoutCents,
      breakage: cents(left + raised),
      carriedOut: capped.kept,
      reserves,
    },
  };
}

/** Cuts what waits to the carryover's cap, the last tiers first. */
function capCarryover(cap: Cents | null, carried: readonly (readonly [string, Cents])[]): { kept: Record<string, Cents>; excess: Cents } {
  let room = cap;
  let excess = 0n;
  const kept: Record<string, Cents> = {};
  for (const [tier, amount] of carried) {
    const stays = room === null ? amount : min(amount, room);
    if (room !== null) room = cents(room - stays);
    excess += amount - stays;
    kept[tier] = stays;
  }
  return { kept, excess: cents(excess) };
}
