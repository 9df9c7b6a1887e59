/**
 * Where the stakes of a run go: prize fund by its exact share, tax, commission, the rest to the operator. Cumulative, so that nothing is lost in
 * rounding: after the last ticket the fund has got exactly what the papers say.
 *
 * Example: 120,000 tickets at 2.00, fund 144,000.00. After 60 sold: stakes 120.00; fund ⌊144,000.00 × 60 / 120,000⌋ = 72.00, tax 30.00, commission 6.00
 * (5 %), revenue 12.00. A refund brings the count down, and the next accrual takes its shares back.
 */
import type { Tx } from '@valira/db';
import { instantAccrual } from '@valira/db/schema';
import { assertConserved, basisPoints, cents, shareOf } from '@valira/money';
import { desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type AccountRef, account, HOUSE, type Posting, postOperation } from '../ledger/index.ts';
import type { StoredRun } from './runs/run.store.ts';

export type Shares = {
  readonly fundCents: bigint;
  readonly taxCents: bigint;
  readonly commissionCents: bigint;
  /** Negative when tax and commission are more than the operator's part. */
  readonly revenueCents: bigint;
};

/** The shares of `tickets` sold. */
export function sharesOf(
  run: Pick<StoredRun, 'size' | 'priceCents' | 'prizeFundCents'>,
  { tickets, commissionCents, taxCents }: { readonly tickets: number; readonly commissionCents: bigint; readonly taxCents: bigint },
): Shares {
  const stakes = run.priceCents * BigInt(tickets);
  const fundCents = (run.prizeFundCents * BigInt(tickets)) / BigInt(run.size);
  const revenueCents = stakes - fundCents - taxCents - commissionCents;
  assertConserved('stakes of an instant run', { stakes }, { fundCents, taxCents, commissionCents, revenueCents });
  return { fundCents, taxCents, commissionCents, revenueCents };
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The difference between two cumulative states, as movements out of (or back into) the stakes of the run. */
export function accrualPostings(runId: string, before: Shares, after: Shares): Posting[] {
  const stakes = account('stakes', runId);
  const parts: readonly (readonly [AccountRef, bigint, string])[] = [
    [account('instant-fund', runId), after.fundCents - before.fundCents, 'instant-fund'],
    [account('tax-payable'), after.taxCents - before.taxCents, 'tax-on-stakes'],
    [account('operator-revenue'), positive(after.revenueCents) - positive(before.revenueCents), 'revenue'],
    [account('operator-loss'), positive(-before.revenueCents) - positive(-after.revenueCents), 'loss'],
  ];
  return parts
    .filter(([, amount]) => amount !== 0n)
    .map(([to, amount, kind]) =>
      amount > 0n
        ? { debit: stakes, credit: to, amount: cents(amount), kind, reference: runId }
        : { debit: to, credit: stakes, amount: cents(-amount), kind, reference: runId },
    );
}

/** Tickets billed or bought and not given back, and the commission that their bills granted. */
export async function soldOf(
  tx: Tx,
  { id, channel }: Pick<StoredRun, 'id' | 'channel'>,
): Promise<{ tickets: number; commissionCents: bigint }> {
  const [row] = await tx.execute<{ tickets: string; commission: string }>(
    channel === 'shop'
      ? sql`SELECT coalesce(sum(tickets), 0)::text AS tickets, coalesce(sum(commission_cents), 0)::text AS commission FROM instant_pack_bill WHERE run_id = ${id}`
      : sql`SELECT (SELECT count(*) FROM instant_sale WHERE run_id = ${id})
            - (SELECT count(*) FROM instant_refund f JOIN instant_sale s ON s.account_id = f.account_id AND s.id = f.sale_id WHERE s.run_id = ${id}) AS tickets,
          '0' AS commission`,
  );
  return { tickets: Number(row?.tickets ?? 0), commissionCents: BigInt(row?.commission ?? 0) };
}

/** Brings the run's accounts up to what was sold. The caller holds the run's row. */
export async function accrueRun(core: Pick<Core, 'ids' | 'clock'>, tx: Tx, run: StoredRun): Promise<void> {
  const now = core.clock.now();
  const sold = await soldOf(tx, run);
  const [last] = await tx.select().from(instantAccrual).where(eq(instantAccrual.runId, run.id)).orderBy(desc(instantAccrual.n)).limit(1);
  if (sold.tickets === (last?.tickets ?? 0) && sold.commissionCents === (last?.commissionCents ?? 0n)) return;
  const [rule] = await tx.execute<{ rate_bps: number }>(
    sql`SELECT rate_bps FROM tax_rule WHERE valid_from <= ${now.toISOString()}::timestamptz ORDER BY valid_from DESC LIMIT 1`,
  );
  if (!rule) throw new Error('no tax rule is in force');
  const before: Shares = last ?? { fundCents: 0n, taxCents: 0n, commissionCents: 0n, revenueCents: 0n };
  // What was sold since the last accrual bears the rate in force now.
  const more = run.priceCents * BigInt(sold.tickets - (last?.tickets ?? 0));
  const tax = shareOf(cents(more < 0n ? -more : more), basisPoints(rule.rate_bps), 'nearest');
  const after = sharesOf(run, { ...sold, taxCents: before.taxCents + (more < 0n ? -tax : tax) });
  const n = (last?.n ?? 0) + 1;
  await tx.insert(instantAccrual).values({ runId: run.id, n, tickets: sold.tickets, ...after, at: now });
  const posted = await postOperation(tx, core.ids, now, {
    accountId: HOUSE,
    key: `instant-accrual:${run.id}:${n}`,
    postings: accrualPostings(run.id, before, after),
  });
  if (!posted.ok) throw new Error(`the accrual ${n} of run ${run.id} was refused by the ledger`);
}
