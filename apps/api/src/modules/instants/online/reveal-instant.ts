/**
 * Opens a bought ticket: the one command that asks for the key of its outcome, and only for a purchase that is committed. Each opening is in the audit
 * chain. The prize is credited in the same transaction: a player who closes the page in the middle finds the ticket open, or opens it again.
 *
 * Asked again it answers the same. A ticket that was left is opened by the system after a day, so that no prize is lost.
 */
import type { Tx } from '@valira/db';
import { instantRefund, instantReveal, instantSale, instantTicket } from '@valira/db/schema';
import { saltOf } from '@valira/games/instants';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { registerLargeWins } from '../../claims/index.ts';
import { account, postOperation } from '../../ledger/index.ts';
import { findRun, sealOf } from '../runs/run.store.ts';
import { encryptBlocks, runKey } from '../runs/run-keys.ts';
import { openSealed } from '../tickets/open-outcome.ts';
import { watchTopPrizes } from '../watch-top-prizes.ts';

export type Revealed = typeof instantReveal.$inferSelect;

/** The sale as committed before this transaction began: what is not durable yet is not opened. */
async function durableSale(tx: Tx, accountId: string, gameId: string) {
  const [sale] = await tx
    .select()
    .from(instantSale)
    .where(
      and(
        eq(instantSale.accountId, accountId),
        eq(instantSale.id, gameId),
        sql`${instantSale}.xmin::text <> coalesce((pg_current_xact_id_if_assigned()::xid)::text, '')`,
      ),
    );
  return sale ?? null;
}

export async function revealInstant(
  core: Core,
  tx: Tx,
  actor: string,
  { accountId, gameId }: { readonly accountId: string; readonly gameId: string },
): Promise<Outcome<Revealed, 'instant_not_found' | 'instant_refunded'>> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${gameId}, 7251914823))`);
  const sale = await durableSale(tx, accountId, gameId);
  if (!sale) return refuse('instant_not_found');
  const of = <T extends typeof instantReveal | typeof instantRefund>(table: T) =>
    and(eq(table.accountId, accountId), eq(table.saleId, gameId));
  const [opened] = await tx.select().from(instantReveal).where(of(instantReveal));
  if (opened) return ok(opened);
  const [refunded] = await tx.select().from(instantRefund).where(of(instantRefund));
  if (refunded) return refuse('instant_refunded');
  const run = await findRun(tx, sale.runId);
  const seal = await sealOf(tx, sale.runId);
  const [ticket] = await tx
    .select()
    .from(instantTicket)
    .where(and(eq(instantTicket.runId, sale.runId), eq(instantTicket.index, sale.index)));
  if (!run || !seal || !ticket) throw new Error(`ticket ${sale.index} of run ${sale.runId} is gone`);
  const { outcome, tier, prizeCents } = openSealed(core.keys, run, seal.runHash, sale.index, ticket.sealed);
  const now = core.clock.now();
  const [revealed] = await tx
    .insert(instantReveal)
    .values({
      accountId,
      saleId: gameId,
      tier: tier?.id ?? null,
      amountCents: prizeCents,
      outcome,
      salt: saltOf(encryptBlocks, runKey(core.keys, 'salt', seal.runHash), sale.index),
      revealedBy: actor,
      at: now,
    })
    .returning();
  if (!revealed) throw new Error(`the reveal of ${gameId} was not written`);
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'instant.revealed',
    subject: wireId('instantGame', gameId),
    after: { run: wireId('instantRun', run.id), index: sale.index, tier: tier?.id ?? null, amountCents: prizeCents },
  });
  if (!tier) return ok(revealed);
  const posted = await postOperation(tx, core.ids, now, {
    accountId,
    key: `instant-prize:${gameId}`,
    postings: [
      {
        debit: account('instant-fund', run.id),
        credit: account('player-cash', accountId),
        amount: cents(prizeCents),
        kind: 'prize',
        reference: run.id,
      },
    ],
  });
  if (!posted.ok) throw new Error(`the prize of ${gameId} was refused by the ledger`);
  await registerLargeWins(
    tx,
    { id: run.id, resultVersion: 1 },
    [{ id: gameId, ticketId: gameId, accountId, amountCents: prizeCents, channel: 'online' as const }],
    now,
  );
  await watchTopPrizes(core, tx, run, tier.id);
  return ok(revealed);
}

/** How long a bought ticket waits for its player. */
export const LEFT_AFTER_MS = 86_400_000;

/** Opens what was left longer than a day, oldest first; every ticket in a transaction of its own. */
export async function revealLeftGames(core: Core, runId: string, olderThanMs = LEFT_AFTER_MS): Promise<number> {
  const before = new Date(core.clock.now().getTime() - olderThanMs);
  let opened = 0;
  for (;;) {
    const left = await core.db
      .select({ accountId: instantSale.accountId, id: instantSale.id })
      .from(instantSale)
      .where(
        and(
          eq(instantSale.runId, runId),
          lt(instantSale.at, before),
          sql`NOT EXISTS (SELECT 1 FROM ${instantReveal} r WHERE r.account_id = ${instantSale.accountId} AND r.sale_id = ${instantSale.id})`,
          sql`NOT EXISTS (SELECT 1 FROM ${instantRefund} r WHERE r.account_id = ${instantSale.accountId} AND r.sale_id = ${instantSale.id})`,
        ),
      )
      .orderBy(asc(instantSale.index))
      .limit(500);
    for (const { accountId, id } of left) {
      const revealed = await core.inTransaction((tx) => revealInstant(core, tx, 'system', { accountId, gameId: id }));
      if (revealed.ok) opened += 1;
    }
    if (left.length < 500) return opened;
  }
}
