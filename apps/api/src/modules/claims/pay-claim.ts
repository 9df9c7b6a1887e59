/**
 * Hands a shop ticket's prizes over at a counter, once: the end of the prizes has the ticket as its key, so of two terminals, the operator's desk
 * and the lapse one comes first and the others are told.
 *
 * The shop is owed what it paid: prizes-payable → shop-settlement, between the shop that sold and the shop that pays.
 */
import type { Tx } from '@valira/db';
import { claim } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account, postOperation } from '../ledger/index.ts';
import type { SoldContests } from '../wagers/index.ts';
import { claimRuleAt } from './claim-rules.ts';
import { type Identification, judgeClaimant, keepIdentity } from './claimant.ts';
import { endPrizes } from './end-prize.ts';
import { type Desk, type Validation, validateTicket } from './validate-ticket.ts';

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
    const rule = await claimRuleAt(tx, now);
    const claimant = await judgeClaimant(core, tx, rule, { ...request, amountCents, inFull: false }, now);
    if (!claimant.ok) return claimant;
    const { linkedCents, known } = claimant.value;
    const ended = await endPrizes(tx, [{ accountId, ticketId, ending: 'shop', amountCents, at: now }]);
    if (ended.size === 0) {
      // Who came first has committed: the look-up says now what it was.
      const anew = await payableWin(core, tx, { ...request, desk }, now);
      if (anew.ok) throw new Error(`the prizes of ticket ${ticketId} ended without an end`);
      return anew;
    }
    const claimId = core.ids.next();
    await tx.insert(claim).values({
      accountId,
      ticketId,
      id: claimId,
      amountCents,
      payingAccountId: payer.accountId,
      terminalId: payer.terminalId,
      clerkId: payer.clerkId,
      key: request.key,
      operationId: claimId,
      at: now,
      linkedCents,
    });
    if (known) await keepIdentity(core, tx, rule, { claimId, amountCents, known }, now);
    const posted = await postOperation(tx, core.ids, now, {
      accountId: payer.accountId,
      key: `claim:${ticketId}`,
      postings: [
        {
          debit: account('prizes-payable', accountId),
          credit: account('shop-settlement', payer.accountId),
          amount: amountCents,
          kind: 'claim',
          reference: ticketId,
        },
      ],
    });
    if (!posted.ok) throw new Error(`the claim of ticket ${ticketId} was refused by the ledger`);
    await addAudit(tx, core.ids, now, {
      actor: `terminal:${payer.terminalId}`,
      action: 'claim.paid',
      subject: wireId('ticket', ticketId),
      after: { amountCents, linkedCents, clerk: payer.clerkId, identified: known !== null },
    });
    return ok({ claimId, ticketId, amountCents, paidAt: now });
  });
