/**
 * Cancels a ticket inside its window: before the close of every draw it is for, within the product's minutes, at the terminal that sold
 * it, with the ticket's own code (incident R17: never "the last one").
 *
 * The cancellation takes the contests' shared close locks as a sale does, so it is in the seal or it is refused; it is a record in a
 * signed chain of its own, and the stakes go back by reversing transfers.
 */

import type { Tx } from '@valira/db';
import { intake, intakeLink, soldNumber, ticketCancellation } from '@valira/db/schema';
import { keyIdOf } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { uuidFromBytes, wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { closeLockKey } from '../contests/index.ts';
import { account, writePostings } from '../ledger/index.ts';
import { type ChainHead, emptyChain, type IntakeRecord, nextLink } from './intake-chain.ts';
import type { SoldContests } from './sold-contests.ts';
import { findTicket, type StoredTicket } from './ticket.store.ts';
import { readSerial, ticketIdentity } from './ticket-identity.ts';

export type CancelRequest = {
  readonly accountId: string;
  /** Null for a player's own ticket. */
  readonly terminalId: string | null;
  readonly ticketId: string;
  readonly serial: string;
  readonly actor: string;
  readonly reason: string;
};

export type CancelRefusal = 'ticket_not_found' | 'serial_mismatch' | 'not_cancellable';
export type Cancelled = { readonly refundCents: bigint; readonly cancelledAt: Date };

const MINUTE_MS = 60_000;

/** The chain of cancellations under the current key: one for all processes, extended under a lock. */
async function chainOf(tx: Tx, core: Core): Promise<{ intakeId: string; head: ChainHead }> {
  const { publicKey } = core.keys.signer('intake');
  const keyId = keyIdOf(sha256, publicKey);
  const intakeId = uuidFromBytes(sha256(Buffer.from(`cancellations ${keyId}`)).subarray(0, 16));
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('cancellation-chain'))`);
  await tx.insert(intake).values({ id: intakeId, keyId, publicKey, startedAt: core.clock.now() }).onConflictDoNothing();
  const [last] = await tx
    .select({ sequence: intakeLink.seq, head: intakeLink.head })
    .from(intakeLink)
    .where(eq(intakeLink.intakeId, intakeId))
    .orderBy(desc(intakeLink.seq))
    .limit(1);
  return { intakeId, head: last ?? emptyChain };
}

/** Holds the ticket's contests open, as a sale does: shared close locks, then the database's clock. */
async function holdOpen(tx: Tx, stored: StoredTicket): Promise<{ contestIds: readonly string[]; open: boolean; now: Date }> {
  const contestIds = stored.entries.map(({ contestId }) => contestId);
  const locks = contestIds.map(closeLockKey).sort((a, b) => (a < b ? -1 : 1));
  for (const lock of locks) await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${lock.toString()}::bigint)`);
  const gates = await tx.execute<{ open: boolean; now: string }>(sql`
    SELECT (state = 'open' AND clock_timestamp() < closes_at) AS open, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now
    FROM contest WHERE id = ANY (${sql.param(contestIds)}::uuid[])`);
  const now = new Date(gates[0]?.now ?? Number.NaN);
  return { contestIds, open: gates.length === contestIds.length && gates.every(({ open }) => open), now };
}

export const cancelTicket = (
  core: Core & { readonly soldContests: SoldContests },
  request: CancelRequest,
): Promise<Outcome<Cancelled, CancelRefusal>> =>
  core.inTransaction<Outcome<Cancelled, CancelRefusal>>(async (tx) => {
    const { accountId, ticketId } = request;
    const stored = await findTicket(tx, accountId, ticketId);
    if (!stored || stored.terminalId !== request.terminalId) return refuse('ticket_not_found');
    const { serial } = ticketIdentity(core.keys, ticketId);
    if (readSerial(request.serial) !== serial) return refuse('serial_mismatch');

    const { contestIds, open, now } = await holdOpen(tx, stored);
    const contests = await core.soldContests.find(contestIds, tx);
    const minutes = Math.min(...contestIds.map((id) => contests.get(id)?.engine.cancelMinutes ?? 0));
    const inWindow = now.getTime() < stored.soldAt.getTime() + minutes * MINUTE_MS;
    if (!open || !inWindow) return refuse('not_cancellable');

    return cancelStored(core, tx, stored, now, request);
  });

/** Takes back a ticket whose contests are open, under their close locks: a record in the cancellations' chain, and the stakes go back. */
async function cancelStored(
  core: Core,
  tx: Tx,
  stored: StoredTicket,
  now: Date,
  { accountId, ticketId, actor, reason }: Pick<CancelRequest, 'accountId' | 'ticketId' | 'actor' | 'reason'>,
): Promise<Outcome<Cancelled, 'not_cancellable'>> {
  const { commitment } = ticketIdentity(core.keys, ticketId);
  await tx.delete(soldNumber).where(eq(soldNumber.ticketId, ticketId));
  const { intakeId, head } = await chainOf(tx, core);
  const records = stored.entries.map(
    ({ contestId, lines, stakeCents }): IntakeRecord => ({
      contestId,
      ticketId,
      leaf: { commitment, lines, stakeCents, state: 'cancelled' },
    }),
  );
  const link = nextLink(core.keys.signer('intake'), intakeId, head, records, now);
  const added = await tx
    .insert(ticketCancellation)
    .values({ accountId, ticketId, actor, reason, intakeId, intakeSeq: link.sequence, at: now })
    .onConflictDoNothing()
    .returning({ ticketId: ticketCancellation.ticketId });
  if (added.length === 0) return refuse('not_cancellable');
  await tx.insert(intakeLink).values({
    intakeId,
    id: core.ids.next(),
    seq: link.sequence,
    previousHead: link.previous,
    head: link.head,
    records: link.records,
    recordCount: link.recordCount,
    amountCents: link.amountCents,
    signature: link.signature,
    at: now,
  });
  const payer = stored.channel === 'shop' ? account('shop-settlement', accountId) : account('player-cash', accountId);
  await writePostings(
    tx,
    core.ids,
    accountId,
    ticketId,
    now,
    stored.entries.map(({ contestId, stakeCents }) => ({
      debit: account('stakes', contestId),
      credit: payer,
      amount: cents(stakeCents),
      kind: 'stake-cancelled',
      reference: contestId,
    })),
  );
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'ticket.cancelled',
    subject: wireId('ticket', ticketId),
    reason,
  });
  return ok({ refundCents: stored.stakeCents, cancelledAt: now });
}

/**
 * Takes back what a barred person holds in contests that are still open, where the rule says so (`barred_rule.open_tickets`): each ticket in a
 * transaction of its own, again and again until none is left. A ticket for several contests of which one has closed stays whole.
 */
export async function cancelOpenTickets(core: Core, accountId: string): Promise<number> {
  const rows = await core.db.execute<{ id: string }>(sql`
    SELECT t.id FROM ticket t WHERE t.account_id = ${accountId} AND EXISTS (SELECT 1 FROM account a WHERE a.id = t.account_id AND a.state = 'barred')
      AND (SELECT r.open_tickets FROM barred_rule r WHERE r.valid_from <= ${core.clock.now().toISOString()}::timestamptz ORDER BY r.valid_from DESC LIMIT 1) = 'cancel'
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation c WHERE c.account_id = t.account_id AND c.ticket_id = t.id)
      AND EXISTS (SELECT 1 FROM contest o WHERE o.id = t.contest_id AND o.state = 'open')
    ORDER BY t.id`);
  let cancelled = 0;
  for (const { id: ticketId } of rows) {
    const done = await core.inTransaction(async (tx): Promise<Outcome<Cancelled, 'not_cancellable'>> => {
      const stored = await findTicket(tx, accountId, ticketId);
      if (!stored) return refuse('not_cancellable');
      const { open, now } = await holdOpen(tx, stored);
      if (!open) return refuse('not_cancellable');
      return cancelStored(core, tx, stored, now, {
        accountId,
        ticketId,
        actor: 'system',
        reason: 'holder found in the register of barred persons',
      });
    });
    if (done.ok) cancelled += 1;
  }
  return cancelled;
}
