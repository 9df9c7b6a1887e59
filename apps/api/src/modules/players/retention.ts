/**
 * Who is forgotten when (R38): five years after an account was closed nobody needs to know who it was. Person, bank account, documents and the address
 * to sign in with are erased; keyed hashes, the history and the ledger stay, and an exclusion stays to be found until it ends.
 *
 * Example: excluded for good and closed on 1 March 2026; on 2 March 2031 the person is erased, and still refused at a new registration.
 */
import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '@valira/db';
import {
  authAccount,
  authPasskey,
  authSession,
  authTwoFactor,
  authUser,
  messageContact,
  playerPaymentAccount,
  playerPerson,
  retentionRun,
} from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT } from '../../platform/jobs/index.ts';
import { addAudit } from '../../platform/outbox.ts';

export type Due = { readonly accountId: string; readonly userId: string; readonly closedAt: Date };

/** Players whose time is over and who are not erased yet: what a dry run shows. */
export async function dueForErasure(db: Db | Tx, at: Date): Promise<readonly Due[]> {
  const rows = await db.execute<{ account_id: string; user_id: string; closed_at: string }>(sql`
    SELECT p.account_id, p.user_id, p.closed_at FROM player p JOIN player_person w ON w.account_id = p.account_id
    WHERE w.box IS NOT NULL AND p.closed_at + make_interval(months => (
      SELECT r.kept_months FROM retention_rule r WHERE r.valid_from <= ${at.toISOString()}::timestamptz ORDER BY r.valid_from DESC LIMIT 1)) <= ${at.toISOString()}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM balance b WHERE b.account_id = p.account_id AND b.amount_cents <> 0)
    ORDER BY p.account_id`);
  return rows.map((row) => ({ accountId: row.account_id, userId: row.user_id, closedAt: new Date(row.closed_at) }));
}

async function erase({ ids }: Pick<Core, 'ids'>, tx: Tx, { accountId, userId }: Due, at: Date): Promise<void> {
  const gone = { keyId: null, box: null, erasedAt: at };
  await tx.update(playerPerson).set(gone).where(eq(playerPerson.accountId, accountId));
  await tx.update(playerPaymentAccount).set(gone).where(eq(playerPaymentAccount.accountId, accountId));
  await tx.execute(sql`
    UPDATE identity_document d SET key_id = NULL, box = NULL, erased_at = ${at.toISOString()}::timestamptz
    FROM identity_check c WHERE c.id = d.check_id AND c.account_id = ${accountId} AND d.box IS NOT NULL`);
  for (const table of [authSession, authAccount, authTwoFactor, authPasskey]) await tx.delete(table).where(eq(table.userId, userId));
  await tx.delete(messageContact).where(eq(messageContact.accountId, accountId));
  await tx
    .update(authUser)
    .set({ name: 'erased', email: `${randomUUID()}@erased.invalid`, image: null })
    .where(eq(authUser.id, userId));
  await addAudit(tx, ids, at, {
    actor: 'system',
    action: 'player.erased',
    subject: wireId('account', accountId),
    reason: 'retention has run out',
  });
}

/** Erases all that is due, each in a transaction of its own. */
export async function eraseDue(core: Pick<Core, 'db' | 'inTransaction' | 'ids' | 'clock'>): Promise<number> {
  const at = core.clock.now();
  const due = await dueForErasure(core.db, at);
  for (const one of due) await core.inTransaction((tx) => erase(core, tx, one, at));
  return due.length;
}

export const retentionJob = defineJob({
  name: 'players.retention',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

export const retentionSchedule = ({ db }: Pick<Core, 'db'>): DailySchedule => ({
  name: 'players retention',
  at: Temporal.PlainTime.from('03:10'),
  message: (date) => retentionJob.message({ date: date.toString() }),
  isDone: async (date) => (await db.select().from(retentionRun).where(eq(retentionRun.businessDay, date.toString()))).length > 0,
});

export const retentionHandler = (core: Core): HandledJob =>
  retentionJob.handledBy(async ({ date }) => {
    const erased = await eraseDue(core);
    await core.db.insert(retentionRun).values({ businessDay: date, erased, at: core.clock.now() }).onConflictDoNothing();
    return ok(null);
  });
