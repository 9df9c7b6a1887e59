/**
 * Weekly statements, from the ledger alone: what a shop sold, gave back, paid out, earned and paid in a business week, and what it owes at its end.
 *
 * Owed = what stands on its settlement account less the commission it has earned. Example: owed 100.00, sold 1,000.00, cancelled 10.00, paid prizes
 * of 300.00, earned 55.00, paid 100.00: owes 635.00. Whatever else moved on its accounts is `other`, never left out, so the statement is the ledger
 * to the cent. A week is closed once; the first holds everything before it too.
 */
import type { Tx } from '@valira/db';
import { account, shop, shopStatement } from '@valira/db/schema';
import { desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { CODES } from '../../ledger/index.ts';
import { type BusinessWeek, businessWeekFrom, businessWeekOf, weekAfter } from './business-week.ts';

/** How late a transfer can be committed after the instant it bears; a week is closed when that has passed. */
const SETTLES_MS = 3_600_000;

/** A transfer's id is made within this of its instant. */
const ID_SLACK = '1 day';

type Movement = { readonly code: number; readonly kind: string; readonly owedCents: bigint; readonly transfers: number };

async function movementsOf(tx: Tx, accountId: string, from: Date, to: Date): Promise<Movement[]> {
  const own = sql`(${CODES['shop-settlement']}, ${CODES['shop-commission']})`;
  const rows = await tx.execute<{ code: number; kind: string; owed: string; transfers: number }>(sql`
    WITH span AS (SELECT ${from.toISOString()}::timestamptz AS lower, ${to.toISOString()}::timestamptz AS upper),
    moved AS (
      SELECT t.debit_code, t.debit_owner, t.credit_code, t.credit_owner, t.kind, t.amount_cents FROM transfer t, span
      WHERE t.id >= uuid_floor(span.lower - interval '${sql.raw(ID_SLACK)}') AND t.id < uuid_floor(span.upper + interval '${sql.raw(ID_SLACK)}')
        AND t.at >= span.lower AND t.at < span.upper AND (t.debit_code IN ${own} OR t.credit_code IN ${own}))
    SELECT code, kind, sum(cents)::text AS owed, count(*)::int AS transfers FROM (
      SELECT debit_code AS code, kind, amount_cents AS cents FROM moved WHERE debit_owner = ${accountId} AND debit_code IN ${own}
      UNION ALL SELECT credit_code, kind, -amount_cents FROM moved WHERE credit_owner = ${accountId} AND credit_code IN ${own}) signed
    GROUP BY code, kind`);
  return rows.map(({ code, kind, owed, transfers }) => ({ code, kind, owedCents: BigInt(owed), transfers }));
}

/** The lines of a statement, each as the shop reads it. */
export function linesOf(movements: readonly Movement[]) {
  const sum = (of: (movement: Movement) => boolean): bigint => movements.filter(of).reduce((total, { owedCents }) => total + owedCents, 0n);
  const isSettlement = ({ code }: Movement) => code === CODES['shop-settlement'];
  const known = ['stake', 'stake-cancelled', 'claim', 'shop-paid'];
  const settled = (kind: string) => sum((movement) => isSettlement(movement) && movement.kind === kind);
  return {
    salesCents: settled('stake'),
    cancelledCents: -settled('stake-cancelled'),
    prizesCents: -settled('claim'),
    commissionCents: -sum((movement) => !isSettlement(movement)),
    paidCents: -settled('shop-paid'),
    otherCents: sum((movement) => isSettlement(movement) && !known.includes(movement.kind)),
    tickets: movements.filter(({ kind }) => kind === 'stake').reduce((count, { transfers }) => count + transfers, 0),
  };
}

async function closeWeek(core: Core, accountId: string, { week, startsAt, endsAt }: BusinessWeek): Promise<void> {
  await core.inTransaction(async (tx) => {
    // The shop's row is held, so that two workers do not close one week at once.
    const [held] = await tx.select({ id: shop.accountId }).from(shop).where(eq(shop.accountId, accountId)).for('update');
    if (!held) return;
    const [before] = await tx
      .select()
      .from(shopStatement)
      .where(eq(shopStatement.accountId, accountId))
      .orderBy(desc(shopStatement.week))
      .limit(1);
    if (before && before.week >= week) return;
    const lines = linesOf(await movementsOf(tx, accountId, startsAt, endsAt));
    const openingCents = before?.closingCents ?? 0n;
    const { salesCents, cancelledCents, prizesCents, commissionCents, paidCents, otherCents } = lines;
    const closingCents = openingCents + salesCents - cancelledCents - prizesCents - commissionCents - paidCents + otherCents;
    await tx
      .insert(shopStatement)
      .values({ accountId, week, startsAt, endsAt, openingCents, ...lines, closingCents, at: core.clock.now() });
  });
}

/** Closes every week that is over and not closed, oldest first. May run twice, at once, or after months. How many statements it made at most. */
export async function closeWeeks(core: Core): Promise<number> {
  const now = core.clock.now();
  const over = new Date(now.getTime() - SETTLES_MS);
  const shops = await core.db
    .select({
      accountId: shop.accountId,
      createdAt: account.createdAt,
      last: sql<string | null>`(SELECT max(s.week)::text FROM shop_statement s WHERE s.account_id = ${shop.accountId})`,
    })
    .from(shop)
    .innerJoin(account, eq(account.id, shop.accountId));
  let made = 0;
  for (const { accountId, createdAt, last } of shops) {
    let week = last === null ? businessWeekOf(createdAt) : weekAfter(businessWeekFrom(last));
    for (; week.endsAt <= over; week = weekAfter(week)) {
      await closeWeek(core, accountId, week);
      made += 1;
    }
  }
  return made;
}
