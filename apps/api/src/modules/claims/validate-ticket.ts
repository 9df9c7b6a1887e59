/**
 * What a ticket is worth at a desk: looked up by its serial, judged from published results alone.
 *
 * A shop sees the amount of what it may pay, or "claim at the operator" without one: above its limit, or where the tier is the operator's to pay.
 * The operator's desk sees every amount.
 */
import type { Db, Tx } from '@valira/db';
import { dispute, prizeEnd, ticketCancellation } from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { and, eq, ne } from 'drizzle-orm';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { findBySerial, findTicket, readSerial, type SoldContests } from '../wagers/index.ts';
import { claimRuleAt, operatorTiersAt, shopLimit, tierKey } from './claim-rules.ts';
import { ticketWin } from './ticket-win.ts';

export type Desk = { readonly kind: 'shop'; readonly paysUpToCents: bigint } | { readonly kind: 'operator' };

export type Validation =
  | { readonly outcome: 'unknown-serial' | 'cancelled' | 'no-win' | 'claim-at-operator' | 'online-ticket' | 'being-corrected' | 'disputed' }
  | { readonly outcome: 'not-yet'; readonly drawsAt: Date }
  | { readonly outcome: 'expired'; readonly claimUntil: Date }
  | { readonly outcome: 'paid' | 'claimed'; readonly paidAt: Date }
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

export async function validateTicket(deps: ValidationDeps, typed: string, desk: Desk, now: Date): Promise<Validation> {
  const db = deps.tx ?? deps.db;
  const serial = readSerial(typed);
  const found = serial && (await findBySerial(db, deps.keys, serial));
  const stored = found && (await findTicket(db, found.accountId, found.ticketId));
  if (!found || !stored) return { outcome: 'unknown-serial' };
  if (stored.channel === 'online') return { outcome: 'online-ticket' };
  const { accountId, ticketId } = found;
  const [cancelled] = await db
    .select()
    .from(ticketCancellation)
    .where(and(eq(ticketCancellation.accountId, accountId), eq(ticketCancellation.ticketId, ticketId)));
  if (cancelled) return { outcome: 'cancelled' };
  const win = await ticketWin(deps.db, deps.soldContests, stored, deps.tx);
  const [end] = await db
    .select()
    .from(prizeEnd)
    .where(and(eq(prizeEnd.accountId, accountId), eq(prizeEnd.ticketId, ticketId)));
  if (end?.ending === 'lapse') return { outcome: 'expired', claimUntil: win.claimUntil };
  if (end) return { outcome: end.ending === 'shop' ? 'paid' : 'claimed', paidAt: end.at };
  if (await isDisputed(db, accountId, ticketId)) return { outcome: 'disputed' };
  if (win.isBeingCorrected) return { outcome: 'being-corrected' };
  if (win.waitsUntil) return { outcome: 'not-yet', drawsAt: win.waitsUntil };
  const { amountCents, claimUntil } = win;
  if (amountCents === 0n) return { outcome: 'no-win' };
  if (now > claimUntil) return { outcome: 'expired', claimUntil };
  const rule = await claimRuleAt(db, now);
  if (desk.kind === 'shop') {
    const atOperator = await operatorTiersAt(db, win.productIds, now);
    const reserved = win.tiers.some(({ productId, tier }) => atOperator.has(tierKey(productId, tier)));
    if (reserved || amountCents > shopLimit(rule, desk.paysUpToCents)) return { outcome: 'claim-at-operator' };
  }
  const needsIdentification = desk.kind === 'operator' || amountCents >= rule.identifyFromCents;
  return { outcome: 'pays', accountId, ticketId, amountCents, needsIdentification, claimUntil };
}

async function isDisputed(db: Db | Tx, accountId: string, ticketId: string): Promise<boolean> {
  const rows = await db
    .select({ id: dispute.id })
    .from(dispute)
    .where(
      and(eq(dispute.accountId, accountId), eq(dispute.ticketId, ticketId), eq(dispute.kind, 'disputed'), ne(dispute.state, 'decided')),
    );
  return rows.length > 0;
}
