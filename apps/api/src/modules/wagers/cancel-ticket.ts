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
import { findTicket } from './ticket.store.ts';
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

export const cancelTicket = (
  core: Core & { readonly soldContests: SoldContests },
  request: CancelRequest,
): Promise<Outcome<Cancelled, CancelRefusal>> =>
  core.inTransaction<Outcome<Cancelled, CancelRefusal>>(async (tx) => {
    const { accountId, ticketId } = request;
    const stored = await findTicket(tx, accountId, ticketId);
    if (!stored || stored.terminalId !== request.terminalId) return refuse('ticket_not_found');
    const { serial, commitment } = ticketIdentity(core.keys, ticketId);
    if (readSerial(request.serial) !== serial) return refuse('serial_mismatch');

    const contestIds = stored.entries.map(({ contestId }) => contestId);
    const locks = contestIds.map(closeLockKey).sort((a, b) => (a < b ? -1 : 1));
    for (const lock of locks) await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${lock.toString()}::bigint)`);
    const gates = await tx.execute<{ open: boolean; now: string }>(sql`
      SELECT (state = 'open' AND clock_timestamp() < closes_at) AS open, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now
      FROM contest WHERE id = ANY (${sql.param(contestIds)}::uuid[])`);
    const now = new Date(gates[0]?.now ?? Number.NaN);
    const contests = await core.soldContests.find(contestIds, tx);
    const minutes = Math.min(...contestIds.map((id) => contests.get(id)?.engine.cancelMinutes ?? 0));
    const inWindow = now.getTime() < stored.soldAt.getTime() + minutes * MINUTE_MS;
    if (gates.length !== contestIds.length || gates.some(({ open }) => !open) || !inWindow) return refuse('not_cancellable');

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
      .values({ accountId, ticketId, actor: request.actor, reason: request.reason, intakeId, intakeSeq: link.sequence, at: now })
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
      actor: request.actor,
      action: 'ticket.cancelled',
      subject: wireId('ticket', ticketId),
      reason: request.reason,
    });
    return ok({ refundCents: stored.stakeCents, cancelledAt: now });
  });
