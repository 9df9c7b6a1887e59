/**
 * What a ticket at the counter is worth: looked up by its serial, judged from published results alone.
 *
 * A ticket for several draws pays once all its draws that are settled are: what it has won so far is shown, and it is paid when its last
 * draw is published or when nothing is outstanding any more. Shops see an amount, or "claim at the operator" without one.
 */
import type { Db, Tx } from '@valira/db';
import { claim, prize, ticketCancellation } from '@valira/db/schema';
import { type Cents, cents } from '@valira/money';
import { and, eq } from 'drizzle-orm';
import { endOfDayAfter } from '../../platform/business-day.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { findBySerial, findTicket, readSerial, type SoldContests } from '../wagers/index.ts';

/** From this amount on the claimant is identified (Llei 14/2017, art. 8.d). */
export const IDENTIFY_FROM_CENTS = 200_000n;

export type Validation =
  | { readonly outcome: 'unknown-serial' | 'cancelled' | 'no-win' | 'claim-at-operator' | 'online-ticket' }
  | { readonly outcome: 'not-yet'; readonly drawsAt: Date }
  | { readonly outcome: 'expired'; readonly claimUntil: Date }
  | { readonly outcome: 'paid'; readonly paidAt: Date }
  | {
      readonly outcome: 'pays';
      readonly accountId: string;
      readonly ticketId: string;
      readonly amountCents: Cents;
      readonly needsIdentification: boolean;
      readonly claimUntil: Date;
    };

/** `tx` where the look-up is part of a transaction. */
export type ValidationDeps = { readonly db: Db; readonly keys: Keyring; readonly soldContests: SoldContests; readonly tx?: Tx };

const SETTLED = new Set(['published', 'archived']);

export async function validateTicket(
  { db: anyConnection, keys, soldContests, tx }: ValidationDeps,
  typed: string,
  shopPaysUpToCents: bigint,
  now: Date,
): Promise<Validation> {
  const db = tx ?? anyConnection;
  const serial = readSerial(typed);
  const found = serial && (await findBySerial(db, keys, serial));
  const stored = found && (await findTicket(db, found.accountId, found.ticketId));
  if (!found || !stored) return { outcome: 'unknown-serial' };
  if (stored.channel === 'online') return { outcome: 'online-ticket' };
  const { accountId, ticketId } = found;
  const [cancelled] = await db
    .select()
    .from(ticketCancellation)
    .where(and(eq(ticketCancellation.accountId, accountId), eq(ticketCancellation.ticketId, ticketId)));
  if (cancelled) return { outcome: 'cancelled' };
  const [paid] = await db
    .select()
    .from(claim)
    .where(and(eq(claim.accountId, accountId), eq(claim.ticketId, ticketId)));
  if (paid) return { outcome: 'paid', paidAt: paid.at };

  const contests = [
    ...(
      await soldContests.findNow(
        stored.entries.map(({ contestId }) => contestId),
        tx,
      )
    ).values(),
  ].sort((a, b) => a.number - b.number);
  const waiting = contests.find(({ state }) => !SETTLED.has(state) && state !== 'void');
  if (waiting) return { outcome: 'not-yet', drawsAt: waiting.drawsAt };
  const prizes = await db
    .select()
    .from(prize)
    .where(and(eq(prize.accountId, accountId), eq(prize.ticketId, ticketId)));
  const current = prizes.filter((row) =>
    contests.some(({ id, resultVersion }) => id === row.contestId && resultVersion === row.resultVersion),
  );
  const amountCents = cents(current.reduce((total, row) => total + row.amountCents, 0n));
  if (amountCents === 0n) return { outcome: 'no-win' };
  const last = contests.at(-1);
  if (!last) throw new Error(`ticket ${ticketId} is for no contest`);
  const claimUntil = endOfDayAfter(last.drawsAt, last.engine.claimDays);
  if (now > claimUntil) return { outcome: 'expired', claimUntil };
  if (amountCents > shopPaysUpToCents) return { outcome: 'claim-at-operator' };
  return { outcome: 'pays', accountId, ticketId, amountCents, needsIdentification: amountCents >= IDENTIFY_FROM_CENTS, claimUntil };
}
