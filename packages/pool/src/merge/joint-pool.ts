/**
 * Two bet types on one race with one net pool, such as a bet on the first four in any order and one on the exact order.
 *
 *   N = Σ N_s · base = N / Σ weight_s·W_s · dividend_s = weight_s·base
 *
 * The weight says what one unit of the harder bet is worth in units of the easier one: 24 for four runners in order.
 * Example: nets of 8,000 (any order, 100 winning) and 2,000 (order, 2.50 winning, weight 24): base 10,000/(100+60) = 62.50;
 * the order pays 1,500.00.
 *
 * Each pool keeps its own takeout, break, least dividend and who pays for that; where one of them refunds, all do. Rules about a
 * fund of its own (guarantee, payout cap, other price methods than `single`) have no place in a joint pool and are refused.
 */
import { cents, compareRational, divideToStep, max, type Rational, rational, ZERO } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { PoolBook } from '../book/pool-book.ts';
import type { PoolDefinition } from '../definition/pool-definition.ts';
import { attempts } from '../result/price-lines.ts';
import { parseResult, type ResultRefusal } from '../result/result.ts';
import { holdingsOf } from '../settle/holdings.ts';
import { carriedInTotal, netPool } from '../settle/pool-money.ts';
import {
  assertSettled,
  coverShortfall,
  paidTo,
  promised,
  refunded,
  refundReasonOf,
  type SettleRefusal,
  settle,
  settlementOf,
} from '../settle/settle.ts';
import type { Settlement } from '../settle/settlement.ts';

export type JointPool = { readonly book: PoolBook; readonly weight: bigint };

export type JointRefusal = SettleRefusal | ResultRefusal | 'weight_invalid' | 'rule_not_for_joint_pool';

/** The rule of a pool that cannot hold in a fund that it shares; null when it has none. */
function ruleNotJoint({ price, guarantee, payoutCapCents, dividend }: PoolDefinition): string | null {
  if (price.method !== 'single') return 'price.method';
  if (guarantee !== null) return 'guarantee';
  if (payoutCapCents !== null) return 'payoutCapCents';
  return dividend.rounding === 'down' ? null : 'dividend.rounding';
}

/** One settlement for each pool, in their order. When nobody holds the result in any of them, each follows its own cascade. */
export function settleJoint(pools: readonly JointPool[], resultJson: unknown): Outcome<readonly Settlement[], JointRefusal> {
  const parts: { net: bigint; settle: (base: Rational) => Settlement | 'refund'; weighted: Rational; refund: () => Settlement }[] = [];
  for (const [i, { book, weight }] of pools.entries()) {
    if (!book.close) return refuse('pool_not_closed');
    if (weight < 1n) return refuse('weight_invalid', { path: `${i}.weight` });
    const rule = ruleNotJoint(book.pool.definition);
    if (rule) return refuse('rule_not_for_joint_pool', { path: `${i}.${rule}` });
  }
  for (const { book, weight } of pools) {
    const result = parseResult(book.pool, resultJson, book.scratched, (leg, runner) => book.startersOf(leg, runner));
    if (!result.ok) return result;
    const [attempt] = attempts(book.pool, result.value, book.scratched);
    if (refundReasonOf(book, result.value) || !attempt) return settleEach(pools, resultJson);
    const holdings = holdingsOf(book, attempt.lines);
    let on: Rational = { n: 0n, d: 1n };
    for (const stakes of holdings.stakes) on = { n: on.n * stakes.d + stakes.n * on.d, d: on.d * stakes.d };
    const { netCents, takeoutCents } = netPool(book.pool, book.grossCents);
    const net = netCents + carriedInTotal(book.pool);
    const { perCents, breakStepCents, minimumCents, shortfall } = book.pool.definition.dividend;
    parts.push({
      net,
      refund: () => refunded(book, result.value, 'minus_pool'),
      weighted: { n: weight * on.n, d: on.d },
      settle: (base) => {
        const rounded = cents(divideToStep(base.n * weight * perCents, base.d, breakStepCents, 'down'));
        const dividend = max(rounded, minimumCents);
        const { paid, ticketsPaid } = paidTo(holdings, new Map(attempt.lines.map((_, i) => [i, dividend])), perCents);
        // What the pool's winners are worth before rounding, less what it brought.
        const worth = divideToStep(base.n * weight * on.n, base.d * on.d, 1n, 'down');
        const position = cents(worth - net);
        const covered = holdings.stakes.map((stakes) => ({ stakes }));
        const owed = promised(
          covered,
          covered.map(() => dividend),
          perCents,
        );
        const short = dividend > rounded && compareRational(owed, rational(worth)) > 0;
        const given =
          short && shortfall.paidBy === 'refund'
            ? 'refund'
            : coverShortfall(book, { grossCents: book.grossCents, takeoutCents }, max(ZERO, cents(paid - worth)));
        if (given === 'refund') return 'refund';
        const { minimumTopUp, takeoutGiven } = given;
        return settlementOf(book, result.value, {
          outcome: 'paid',
          paidBy: 'result',
          refundReason: null,
          lines: attempt.lines.flatMap((line, i) => {
            const stakes = holdings.stakes[i];
            return stakes && stakes.n > 0n
              ? [{ id: line.id, tier: line.tier, wins: line.wins, stakes, dividendCents: dividend, exact: null }]
              : [];
          }),
          ticketsPaid,
          accounts: {
            takeout: cents(takeoutCents - takeoutGiven),
            minimumTopUp,
            position,
            paid,
            breakage: cents(worth + minimumTopUp + takeoutGiven - paid),
          },
        });
      },
    });
  }
  let units: Rational = { n: 0n, d: 1n };
  for (const { weighted } of parts) units = { n: units.n * weighted.d + weighted.n * units.d, d: units.d * weighted.d };
  if (units.n === 0n) return settleEach(pools, resultJson);
  const fund = parts.reduce((sum, part) => sum + part.net, 0n);
  const settled: Settlement[] = [];
  for (const part of parts) {
    const one = part.settle({ n: fund * units.d, d: units.n });
    if (one === 'refund') return ok(parts.map(({ refund }) => refund()));
    settled.push(one);
  }
  // Rounding each pool's worth down leaves less than a cent for each: it joins the first pool's breakage.
  const lost = -settled.reduce((sum, one) => sum + one.accounts.position, 0n);
  const [first, ...others] = settled;
  if (!first) return ok([]);
  const accounts = { ...first.accounts, position: cents(first.accounts.position + lost), breakage: cents(first.accounts.breakage + lost) };
  assertSettled(first.poolId, accounts);
  return ok([{ ...first, accounts }, ...others]);
}

function settleEach(pools: readonly JointPool[], resultJson: unknown): Outcome<readonly Settlement[], SettleRefusal> {
  const settled: Settlement[] = [];
  for (const { book } of pools) {
    const one = settle(book, resultJson);
    if (!one.ok) return one;
    settled.push(one.value);
  }
  return ok(settled);
}
