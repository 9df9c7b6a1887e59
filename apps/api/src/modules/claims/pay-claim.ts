/**
 * Hands a shop ticket's prizes over at a counter, once: the end of the prizes has the ticket as its key, so of two terminals, the operator's desk
 * and the lapse one comes first and the others are told.
 */
import type { Tx } from '@valira/db';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import type { SoldContests } from '../wagers/index.ts';
import type { Identification } from './claimant.ts';
import { type Desk, type Validation, validateTicket } from './validate-ticket.ts';
import { writeShopClaim } from './write-shop-claim.ts';

export type ClaimRequest = {
  readonly serial: string;
  readonly amountCents: bigint;
  readonly identification: Identification | null;
  readonly shopPaysUpToCents: bigint;
  readonly payer: { readonly accountId: string; readonly terminalId: string; readonly clerkId: string };
  readonly key: string;
};

export type WinRefusal =
  | 'ticket_not_found'
  | 'nothing_to_pay'
  | 'already_paid'
  | 'already_claimed'
  | 'claim_at_operator'
  | 'ticket_disputed'
  | 'claim_expired'
  | 'amount_mismatch'
  | 'too_early'
  | 'result_being_corrected';

export type ClaimRefusal = WinRefusal | 'identification_required' | 'claimant_under_age';

export type Paid = { readonly claimId: string; readonly ticketId: string; readonly amountCents: bigint; readonly paidAt: Date };

export type ClaimDeps = Core & { readonly soldContests: SoldContests };

/** A win that may be paid at this desk now, of the amount that the desk was shown, or why it may not. */
export async function payableWin(
  deps: ClaimDeps,
  tx: Tx,
  { serial, amountCents, desk }: { readonly serial: string; readonly amountCents: bigint; readonly desk: Desk },
  now: Date,
): Promise<Outcome<Extract<Validation, { outcome: 'pays' }>, WinRefusal>> {
  const validation = await validateTicket({ ...deps, tx }, serial, desk, now);
  switch (validation.outcome) {
    case 'pays':
      return validation.amountCents === amountCents
        ? ok(validation)
        : refuse('amount_mismatch', { facts: { amountCents: validation.amountCents } });
    case 'paid':
      return refuse('already_paid', { facts: { paidAt: validation.paidAt.toISOString() } });
    case 'claimed':
      return refuse('already_claimed', { facts: { claimedAt: validation.paidAt.toISOString() } });
    case 'unknown-serial':
    case 'online-ticket':
      return refuse('ticket_not_found');
    case 'being-corrected':
      return refuse('result_being_corrected');
    case 'not-yet':
      return refuse('too_early');
    case 'expired':
      return refuse('claim_expired');
    case 'disputed':
      return refuse('ticket_disputed');
    case 'claim-at-operator':
      return refuse('claim_at_operator');
    case 'cancelled':
    case 'no-win':
      return refuse('nothing_to_pay');
  }
}

export const payClaim = (core: ClaimDeps, request: ClaimRequest): Promise<Outcome<Paid, ClaimRefusal>> =>
  core.inTransaction<Outcome<Paid, ClaimRefusal>>(async (tx) => {
    const now = core.clock.now();
    const { payer } = request;
    const desk: Desk = { kind: 'shop', paysUpToCents: request.shopPaysUpToCents };
    const win = await payableWin(core, tx, { ...request, desk }, now);
    if (!win.ok) return win;
    const { accountId, ticketId, amountCents } = win.value;
    const { identification, key } = request;
    const claimed = { accountId, ticketId, amountCents, identification, payer, key, owedBy: [], action: 'claim.paid' };
    const written = await writeShopClaim(core, tx, claimed, now);
    if (!written.ok) return written;
    if (!written.value) {
      // Who came first has committed: the look-up says now what it was.
      const anew = await payableWin(core, tx, { ...request, desk }, now);
      if (anew.ok) throw new Error(`the prizes of ticket ${ticketId} ended without an end`);
      return anew;
    }
    const { claimId } = written.value;
    return ok({ claimId, ticketId, amountCents, paidAt: now });
  });
