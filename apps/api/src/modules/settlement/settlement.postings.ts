/**
 * Settlement → ledger transfers, purely: where a contest's stakes go.
 *
 * The engine says how much is the operator's; that part carries the tax on stakes and the shops' commission before anything is
 * revenue. Example: stakes 1,000.00 of which 400.00 in a shop at 5 %, fund 50 %: fund 500.00, tax 250.00, commission 20.00, revenue
 * 230.00. When tax and commission exceed the operator's part, the difference is booked as its loss.
 *
 * What goes back to who staked it was not staked in the end: it bears no tax and earns no commission. A race that is refunded in full leaves
 * nothing but the stakes on their way back.
 */
import type { Tx } from '@valira/db';
import { assertConserved, basisPoints, type Cents, cents, shareOf, subtract, sum } from '@valira/money';
import { sql } from 'drizzle-orm';
import type { Contest, FlowPlace, Settled } from '../contests/index.ts';
import { type AccountRef, account, type Posting } from '../ledger/index.ts';

export type SalesFacts = {
  readonly taxBps: number;
  /** Stakes that stay, and commission rate, per shop. */
  readonly shops: readonly { readonly accountId: string; readonly stakesCents: Cents; readonly commissionBps: number }[];
};

/** Sales per shop, without cancelled tickets and `refunds` (by account), its rate from when the contest opened, and the tax rate in force. */
export async function loadSalesFacts(tx: Tx, contestId: string, at: Date, refunds: ReadonlyMap<string, bigint>): Promise<SalesFacts> {
  const shops = await tx.execute<{ account_id: string; stakes: string; commission_bps: number }>(sql`
    SELECT s.account_id, sum(e.stake_cents)::text AS stakes, commission_bps(s.account_id, v.product_id, 'terminal', c.opens_at)
    FROM entry e JOIN shop s ON s.account_id = e.account_id
      JOIN contest c ON c.id = e.contest_id JOIN product_version v ON v.id = c.product_version_id
    WHERE e.contest_id = ${contestId}
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)
    GROUP BY s.account_id, v.product_id, c.opens_at ORDER BY s.account_id`);
  const [rule] = await tx.execute<{ rate_bps: number }>(
    sql`SELECT rate_bps FROM tax_rule WHERE valid_from <= ${at.toISOString()}::timestamptz ORDER BY valid_from DESC LIMIT 1`,
  );
  if (!rule) throw new Error('no tax rule is in force');
  return {
    taxBps: rule.rate_bps,
    shops: shops.map((row) => ({
      accountId: row.account_id,
      stakesCents: cents(BigInt(row.stakes) - (refunds.get(row.account_id) ?? 0n)),
      commissionBps: row.commission_bps,
    })),
  };
}

export function settlementPostings(contest: Pick<Contest, 'id' | 'productId'>, settled: Settled, sales: SalesFacts): Posting[] {
  const flows = settled.flows;
  const total = (from: FlowPlace, to: FlowPlace): Cents =>
    sum(flows.filter((flow) => flow.from === from && flow.to === to).map(({ amountCents }) => amountCents));
  const stakesCents = sum(flows.filter(({ from }) => from === 'stakes').map(({ amountCents }) => amountCents));
  const stakes = account('stakes', contest.id);
  const fund = account('prize-fund', contest.id);
  const places: Record<Exclude<FlowPlace, 'stakes' | 'operator'>, AccountRef> = {
    fund,
    'operator-added': account('guarantee-top-up'),
    jackpot: account('jackpot', contest.productId),
    reserve: account('reserve', contest.productId),
    breakage: account('breakage'),
    carryover: account('carryover', contest.productId),
    'common-pool': account('common-pool', contest.productId),
  };
  const move = (debit: AccountRef, credit: AccountRef, amount: Cents, kind: string): Posting => ({
    debit,
    credit,
    amount,
    kind,
    reference: contest.id,
  });

  const taxCents = shareOf(subtract(stakesCents, settled.refundsCents), basisPoints(sales.taxBps), 'nearest');
  const commissions = sales.shops.map(({ accountId, stakesCents: sold, commissionBps }) => ({
    accountId,
    amount: shareOf(sold, basisPoints(commissionBps), 'down'),
  }));
  const revenueCents = total('stakes', 'operator') - taxCents - sum(commissions.map(({ amount }) => amount));
  const postings = [
    ...flows.flatMap(({ from, to, amountCents }) => {
      if (from === 'stakes' && to === 'operator') return [];
      if (from === 'operator') throw new Error('the operator adds through operator-added');
      const debit = from === 'stakes' ? stakes : places[from];
      const credit = to === 'operator' ? account('operator-revenue') : to === 'stakes' ? stakes : places[to];
      return [move(debit, credit, amountCents, `${from}-to-${to}`)];
    }),
    move(stakes, account('tax-payable'), taxCents, 'tax-on-stakes'),
    ...commissions.map(({ accountId, amount }) => move(stakes, account('shop-commission', accountId), amount, 'shop-commission')),
    revenueCents >= 0n
      ? move(stakes, account('operator-revenue'), cents(revenueCents), 'revenue')
      : move(account('operator-loss'), stakes, cents(-revenueCents), 'loss'),
  ].filter(({ amount }) => amount > 0n);

  const net = (ref: AccountRef) =>
    postings.reduce((left, { debit, credit, amount }) => {
      const is = (other: AccountRef) => other.account === ref.account && other.owner === ref.owner;
      return left + (is(credit) ? amount : 0n) - (is(debit) ? amount : 0n);
    }, 0n);
  assertConserved(`stakes of contest ${contest.id}`, { stakes: stakesCents }, { left: -net(stakes) });
  assertConserved(`fund of contest ${contest.id}`, { fund: net(fund) }, { prizes: settled.prizesCents, refunds: settled.refundsCents });
  return postings;
}
