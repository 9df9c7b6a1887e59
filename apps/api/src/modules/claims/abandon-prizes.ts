/**
 * Lapsed prizes become forgotten money, once: prizes-unclaimed → prizes-abandoned, so many days after the lapse as the rule said that was in force
 * when they lapsed. Example, 1,825 days: lapsed on 2027-01-16, forgotten on 2032-01-15.
 */
import { claimRule, prizeAbandonment } from '@valira/db/schema';
import { cents } from '@valira/money';
import { desc, lte, sql } from 'drizzle-orm';
import { endOfDayAfter } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account } from '../ledger/index.ts';
import { postByAccount } from './post-by-account.ts';

const STRETCH = 200;

/** Returns how many tickets' prizes were forgotten now. */
export async function abandonPrizes(core: Core): Promise<number> {
  const now = core.clock.now();
  const rules = await core.db.select().from(claimRule).where(lte(claimRule.validFrom, now)).orderBy(desc(claimRule.validFrom));
  let abandoned = 0;
  for (let until = now; ; ) {
    const rule = rules.shift();
    if (!rule) return abandoned;
    const before = new Date(Math.min(until.getTime(), endOfDayAfter(now, -rule.abandonedAfterDays).getTime()));
    for (;;) {
      const moved = await abandonStretch(core, rule.validFrom, before);
      abandoned += moved;
      if (moved < STRETCH) break;
    }
    until = rule.validFrom;
  }
}

const abandonStretch = (core: Core, from: Date, before: Date): Promise<number> =>
  core.inTransaction(async (tx) => {
    const at = core.clock.now();
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('prizes-abandoned'))`);
    const rows = await tx.execute<{ account_id: string; ticket_id: string; amount: string }>(sql`
      SELECT l.account_id, l.ticket_id, l.amount_cents::text AS amount FROM prize_lapse l
      WHERE l.at >= ${from.toISOString()}::timestamptz AND l.at < ${before.toISOString()}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM prize_abandonment a WHERE a.account_id = l.account_id AND a.ticket_id = l.ticket_id)
      ORDER BY l.at, l.ticket_id LIMIT ${STRETCH}`);
    if (rows.length === 0) return 0;
    const operationId = core.ids.next();
    await tx
      .insert(prizeAbandonment)
      .values(rows.map(({ account_id: accountId, ticket_id: ticketId }) => ({ accountId, ticketId, operationId, at })));
    await postByAccount(
      core,
      tx,
      operationId,
      at,
      rows.map(({ account_id: accountId, ticket_id: reference, amount }) => ({
        accountId,
        posting: {
          debit: account('prizes-unclaimed'),
          credit: account('prizes-abandoned'),
          amount: cents(BigInt(amount)),
          kind: 'abandonment',
          reference,
        },
      })),
    );
    await addAudit(tx, core.ids, at, {
      actor: 'system',
      action: 'prizes.abandoned',
      subject: operationId,
      after: { tickets: rows.length },
    });
    return rows.length;
  });
