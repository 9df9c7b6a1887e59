/**
 * Settles a closed pool on an official result. Every cent of the pool has an owner afterwards, asserted:
 *
 *   stakes + carried in + guarantee + top-ups ± position in a merged pool = paid + refunds + takeout + breakage + carried out + reserves
 *
 * Rule reference: pool.md, "Invariant checked on every settlement"; incident R08 (nobody on the winner, net pool of zero).
 * Worked example (W1): stakes 194,230.00 of which 1,317.00 on a scratched runner; takeout 18 % of 192,913.00 = 34,724.34; fund
 * 158,188.66 over 23,872.00 = 6.6265… → 6.60; paid 157,555.20; breakage 633.46.
 */
import {
  assertConserved,
  basisPoints,
  type Cents,
  cents,
  compareRational,
  max,
  min,
  type Rational,
  rational,
  shareOf,
  sum,
  ZERO,
} from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { PoolBook } from '../book/pool-book.ts';
import type { PoolDefinition } from '../definition/pool-definition.ts';
import { type Attempt, attempts, consolationLine, type PriceLine } from '../result/price-lines.ts';
import { type PoolResult, parseResult, type ResultRefusal } from '../result/result.ts';
import { dividendsOf, type LineStakes } from './dividend.ts';
import { type Holdings, holdingsOf } from './holdings.ts';
import { prizeFor } from './payout.ts';
import { carriedInTotal, type Fund, fundOf } from './pool-money.ts';
import { settleTiers } from './settle-tiers.ts';
import type { RefundReason, SettledLine, Settlement, SettlementAccounts } from './settlement.ts';

export type SettleRefusal = 'pool_not_closed' | ResultRefusal;

const noAccounts: SettlementAccounts = {
  stakes: ZERO,
  carriedIn: ZERO,
  guaranteeTopUp: ZERO,
  minimumTopUp: ZERO,
  roundingTopUp: ZERO,
  position: ZERO,
  paid: ZERO,
  refunds: ZERO,
  takeout: ZERO,
  breakage: ZERO,
  carriedOut: {},
  reserves: {},
};

/** Throws unless the accounts of a settlement balance. */
export function assertSettled(poolId: string, accounts: SettlementAccounts): void {
  const { stakes, carriedIn, guaranteeTopUp, minimumTopUp, roundingTopUp, position, paid, refunds, takeout, breakage } = accounts;
  const carriedOut = sum(Object.values(accounts.carriedOut));
  const reserves = sum(Object.values(accounts.reserves));
  assertConserved(
    `settlement of pool ${poolId}`,
    { stakes, carriedIn, guaranteeTopUp, minimumTopUp, roundingTopUp, position },
    { paid, refunds, takeout, breakage, carriedOut, reserves },
  );
}

export type SettlementParts = Pick<Settlement, 'outcome' | 'paidBy' | 'refundReason' | 'lines' | 'ticketsPaid'> & {
  readonly accounts: Partial<SettlementAccounts>;
};

/** Only a position in a merged pool may be negative. */
function assertNoneNegative(poolId: string, { position: _position, carriedOut, reserves, ...flat }: SettlementAccounts): void {
  const amounts = { ...flat, ...carriedOut, ...reserves };
  const negative = Object.entries(amounts).find(([, amount]) => amount < 0n);
  if (negative) throw new Error(`settlement of pool ${poolId}: ${negative.join(' ')}`);
}

/** The settlement of a book from its parts; throws unless its accounts balance and none is negative. */
export function settlementOf(book: PoolBook, result: PoolResult, parts: SettlementParts): Settlement {
  const { pool } = book;
  const { definition } = pool;
  const settlement: Settlement = {
    poolId: pool.poolId,
    meeting: pool.meeting,
    definition: { id: definition.id, version: definition.version },
    takeoutBps: definition.takeoutBps,
    resultVersion: result.version,
    perCents: definition.dividend.perCents,
    scratched: definition.scratch === 'refund' ? [...book.scratched] : pool.legs.map(() => ({ low: 0, high: 0 })),
    late: [...book.late],
    ...parts,
    accounts: { ...noAccounts, stakes: book.soldCents, carriedIn: carriedInTotal(pool), refunds: book.refundedCents, ...parts.accounts },
  };
  assertSettled(pool.poolId, settlement.accounts);
  assertNoneNegative(pool.poolId, settlement.accounts);
  return settlement;
}

/** Everything goes back without takeout; what was carried in waits for the next pool. */
export function refunded(book: PoolBook, result: PoolResult, refundReason: RefundReason): Settlement {
  return settlementOf(book, result, {
    outcome: 'refunded',
    paidBy: null,
    refundReason,
    lines: [],
    ticketsPaid: 0n,
    accounts: { refunds: book.soldCents, carriedOut: Object.fromEntries(book.pool.carriedIn) },
  });
}

/** What waits for the next pool, and the reserve that takes what is above the carryover's cap. */
export function carryForward({ carryover }: PoolDefinition, whole: Cents): Pick<SettlementAccounts, 'carriedOut' | 'reserves'> {
  const kept = min(whole, carryover?.capCents ?? whole);
  return { carriedOut: { main: kept }, reserves: kept < whole ? { 'carryover-excess': cents(whole - kept) } : {} };
}

function carriedOut(book: PoolBook, result: PoolResult, fund: Fund): Settlement {
  return settlementOf(book, result, {
    outcome: 'carried',
    paidBy: null,
    refundReason: null,
    lines: [],
    ticketsPaid: 0n,
    accounts: { takeout: fund.takeoutCents, ...carryForward(book.pool.definition, cents(fund.netCents + fund.carriedInCents)) },
  });
}

/** Why a result gives everything back before any price is worked out; null when it does not. */
export function refundReasonOf(book: PoolBook, result: PoolResult): RefundReason | null {
  if (book.lateBetsInseparable) return 'late_bets_inseparable';
  const isVoid = result.legs.map((leg) => leg.kind === 'void');
  const voids = isVoid.filter(Boolean).length;
  if (voids === 0) return null;
  if (voids === result.legs.length) return 'void';
  const { first, later, refundAbove } = book.pool.definition.voidLegs;
  const refunds =
    voids > refundAbove || (isVoid[0] === true && first === 'refund') || (isVoid.slice(1).includes(true) && later === 'refund');
  return refunds ? 'void_legs' : null;
}

/** Exact money that dividends promise to stakes, before tickets are rounded. */
export function promised(lines: readonly Pick<LineStakes, 'stakes'>[], dividends: readonly Cents[], perCents: Cents): Rational {
  let total: Rational = rational(0n);
  lines.forEach(({ stakes }, i) => {
    total = rational(total.n * stakes.d * perCents + stakes.n * (dividends[i] ?? ZERO) * total.d, total.d * stakes.d * perCents);
  });
  return total;
}

/** What tickets receive at these dividends, by line. */
export function paidTo(holdings: Holdings, dividends: ReadonlyMap<number, Cents>, perCents: Cents): { paid: Cents; ticketsPaid: bigint } {
  let paid = 0n;
  let ticketsPaid = 0n;
  for (const { group, combinations } of holdings.holders) {
    const held = combinations.map((count, i) => ({ dividendCents: dividends.get(i) ?? ZERO, combinations: count }));
    paid += prizeFor(group.ticket, perCents, held) * group.count;
    ticketsPaid += BigInt(group.tickets);
  }
  return { paid: cents(paid), ticketsPaid };
}

type Consolation = { readonly line: SettledLine; readonly paid: Cents };

/** The consolation of a double is paid first, at N over all stakes on the first leg's winner; the rest is the fund. */
function payConsolation(book: PoolBook, result: PoolResult, fund: Fund): Consolation | null {
  const found = consolationLine(book.pool, result, book.scratched);
  if (!found) return null;
  const { definition } = book.pool;
  const holdings = holdingsOf(book, [found.consolation, found.firstLegRight]);
  const [stakes, base] = holdings.stakes;
  if (!stakes || !base || stakes.n === 0n) return null;
  const dividend = { ...definition.dividend, minimumCents: ZERO };
  const { dividends, exact } = dividendsOf({ ...definition, dividend }, fund, [{ stakes: base, parts: 1n }]);
  const dividendCents = dividends[0] ?? ZERO;
  const { perCents } = definition.dividend;
  const { paid } = paidTo({ stakes: [stakes], holders: holdings.holders }, new Map([[0, dividendCents]]), perCents);
  return {
    line: { id: 'consolation', tier: 'consolation', wins: found.consolation.wins, stakes, dividendCents, exact: exact[0] ?? null },
    paid,
  };
}

type Shortfall = { readonly minimumTopUp: Cents; readonly takeoutGiven: Cents } | 'refund';

/** Who pays for a minimum dividend that the fund does not hold. */
export function coverShortfall(book: PoolBook, fund: Pick<Fund, 'grossCents' | 'takeoutCents'>, missing: Cents): Shortfall {
  const { shortfall } = book.pool.definition.dividend;
  if (missing <= 0n) return { minimumTopUp: ZERO, takeoutGiven: ZERO };
  if (shortfall.paidBy === 'operator') return { minimumTopUp: missing, takeoutGiven: ZERO };
  if (shortfall.paidBy === 'refund') return 'refund';
  const room = cents(fund.takeoutCents - shareOf(fund.grossCents, basisPoints(shortfall.floorBps), 'down'));
  const takeoutGiven = min(missing, room);
  if (takeoutGiven === missing) return { minimumTopUp: ZERO, takeoutGiven };
  return shortfall.beyondFloor === 'refund' ? 'refund' : { minimumTopUp: cents(missing - takeoutGiven), takeoutGiven };
}

function pay(
  book: PoolBook,
  result: PoolResult,
  attempt: Attempt,
  holdings: Holdings,
  fund: Fund,
  consolation: Consolation | null,
): Settlement {
  const { definition } = book.pool;
  const { perCents } = definition.dividend;
  const covered: { line: PriceLine; index: number; stakes: Rational; parts: bigint }[] = [];
  attempt.lines.forEach((line, index) => {
    const stakes = holdings.stakes[index];
    if (stakes && stakes.n > 0n) covered.push({ line, index, stakes, parts: line.parts });
  });
  const left: Fund = consolation ? { ...fund, fundCents: cents(fund.fundCents - consolation.paid) } : fund;
  const { dividends, exact, raised } = dividendsOf(definition, left, covered);
  const { paid, ticketsPaid } = paidTo(holdings, new Map(covered.map(({ index }, i) => [index, dividends[i] ?? ZERO])), perCents);
  // The least dividend goes before the payout cap: what the cap cut off pays for it first.
  const uncapped = cents(left.fundCents + fund.beyondCap);
  const fromCap = raised ? min(max(ZERO, cents(paid - left.fundCents)), fund.beyondCap) : ZERO;
  // Whether stakes go back is decided on what the dividends promise, so that it does not hang on how tickets are cut.
  const short = raised && compareRational(promised(covered, dividends, perCents), rational(uncapped)) > 0;
  const missing = max(ZERO, cents(paid - left.fundCents - fromCap));
  const shortfall =
    short && definition.dividend.shortfall.paidBy === 'refund' ? 'refund' : coverShortfall(book, fund, raised ? missing : ZERO);
  if (shortfall === 'refund') return refunded(book, result, 'minus_pool');
  const roundingTopUp = raised ? ZERO : missing;
  const { minimumTopUp, takeoutGiven } = shortfall;
  const beyond = cents(fund.beyondCap - fromCap);
  const keepsBeyond = definition.carryover !== null;
  const breakage = cents(left.fundCents + fromCap + minimumTopUp + takeoutGiven + roundingTopUp - paid + (keepsBeyond ? 0n : beyond));
  const lines: SettledLine[] = covered.map(({ line, stakes }, i) => ({
    id: line.id,
    tier: line.tier,
    wins: line.wins,
    stakes,
    dividendCents: dividends[i] ?? ZERO,
    exact: exact[i] ?? null,
  }));
  return settlementOf(book, result, {
    outcome: 'paid',
    paidBy: attempt.by,
    refundReason: null,
    lines: consolation ? [...lines, consolation.line] : lines,
    ticketsPaid,
    accounts: {
      guaranteeTopUp: fund.guaranteeTopUp,
      minimumTopUp,
      roundingTopUp,
      paid: cents(paid + (consolation?.paid ?? 0n)),
      takeout: cents(fund.takeoutCents - takeoutGiven),
      breakage,
      ...(keepsBeyond ? carryForward(definition, beyond) : {}),
    },
  });
}

function settleUntiered(book: PoolBook, result: PoolResult): Settlement {
  const { pool } = book;
  const fund = fundOf(pool, book.grossCents);
  const consolation = payConsolation(book, result, fund);
  for (const attempt of attempts(pool, result, book.scratched)) {
    const holdings = holdingsOf(book, attempt.lines);
    if (holdings.holders.length > 0) return pay(book, result, attempt, holdings, fund, consolation);
  }
  const nearMiss = consolation && consolationLine(pool, result, book.scratched);
  if (nearMiss) {
    // Nobody has the double: those with the scratched runner share the whole fund.
    const lines = [nearMiss.consolation];
    return pay(book, result, { by: 'result', lines }, holdingsOf(book, lines), fund, null);
  }
  const end = pool.definition.cascade.at(-1);
  // Nothing sold leaves only what was carried in, which waits.
  return end?.step === 'carryover' ? carriedOut(book, result, fund) : refunded(book, result, 'no_winner');
}

function settleResult(book: PoolBook, resultJson: unknown): Outcome<Settlement, ResultRefusal> {
  const result = parseResult(book.pool, resultJson, book.scratched, (leg, runner) => book.startersOf(leg, runner));
  if (!result.ok) return result;
  const reason = refundReasonOf(book, result.value);
  if (reason) return ok(refunded(book, result.value, reason));
  if (book.pool.definition.price.method !== 'tiered') return ok(settleUntiered(book, result.value));
  const parts = settleTiers(book, result.value);
  return ok(parts === 'no_winner' ? refunded(book, result.value, 'no_winner') : settlementOf(book, result.value, parts));
}

/** Settles the pool, or refuses a result that is not one of this pool. Never changes the book. */
export const settle = (book: PoolBook, resultJson: unknown): Outcome<Settlement, SettleRefusal> =>
  book.close ? settleResult(book, resultJson) : refuse('pool_not_closed');

/** What a result would pay if selling stopped now: the settlement itself, on a pool that may still be open. */
export const projectSettlement = settleResult;
