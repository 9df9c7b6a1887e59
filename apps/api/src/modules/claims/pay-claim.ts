/**
 * Hands a shop ticket's prizes over, once: the claim's row has the ticket as its key, so of two terminals one pays.
 *
 * The shop is owed what it paid: prizes-payable → shop-settlement, between the shop that sold and the shop that pays.
 */
import type { Tx } from '@valira/db';
import { claim } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account, postOperation } from '../ledger/index.ts';
import type { SoldContests } from '../wagers/index.ts';
import { type Validation, validateTicket } from './validate-ticket.ts';

export type ClaimRequest = {
  readonly serial: string;
  readonly amountCents: bigint;
  readonly identification: { readonly documentNumber: string } | null;
  readonly shopPaysUpToCents: bigint;
  readonly payer: { readonly accountId: string; readonly terminalId: string; readonly clerkId: string };
  readonly key: string;
};

export type ClaimRefusal =
  | 'ticket_not_found'
  | 'nothing_to_pay'
  | 'already_paid'
  | 'claim_at_operator'
  | 'claim_expired'
  | 'identification_required'
  | 'amount_mismatch'
  | 'too_early';

export type Paid = { readonly claimId: string; readonly ticketId: string; readonly amountCents: bigint; readonly paidAt: Date };

/** A win that may be paid here and now, or why it may not. */
async function payableWin(
  deps: Core & { readonly soldContests: SoldContests },
  tx: Tx,
  request: ClaimRequest,
  now: Date,
): Promise<Outcome<Extract<Validation, { outcome: 'pays' }>, ClaimRefusal>> {
  const validation = await validateTicket({ ...deps, tx }, request.serial, request.shopPaysUpToCents, now);
  switch (validation.outcome) {
    case 'pays':
      break;
    case 'paid':
      return refuse('already_paid', { facts: { paidAt: validation.paidAt.toISOString() } });
    case 'unknown-serial':
    case 'online-ticket':
      return refuse('ticket_not_found');
    case 'not-yet':
      return refuse('too_early');
    case 'expired':
      return refuse('claim_expired');
    case 'claim-at-operator':
      return refuse('claim_at_operator');
    case 'cancelled':
    case 'no-win':
      return refuse('nothing_to_pay');
  }
  const { amountCents, needsIdentification } = validation;
  if (amountCents !== request.amountCents) return refuse('amount_mismatch', { facts: { amountCents } });
  return needsIdentification && !request.identification ? refuse('identification_required') : ok(validation);
}

export const payClaim = (
  core: Core & { readonly soldContests: SoldContests },
  request: ClaimRequest,
): Promise<Outcome<Paid, ClaimRefusal>> =>
  core.inTransaction<Outcome<Paid, ClaimRefusal>>(async (tx) => {
    const now = core.clock.now();
    const win = await payableWin(core, tx, request, now);
    if (!win.ok) return win;
    const { accountId, ticketId, amountCents } = win.value;
    const { payer } = request;
    const claimId = core.ids.next();
    const taken = await tx
      .insert(claim)
      .values({
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
      })
      .onConflictDoNothing()
      .returning({ id: claim.id });
    if (taken.length === 0) {
      const [paid] = await tx
        .select()
        .from(claim)
        .where(and(eq(claim.accountId, accountId), eq(claim.ticketId, ticketId)));
      return refuse('already_paid', { facts: { paidAt: paid?.at.toISOString() ?? '' } });
    }
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
      after: { amountCents, clerk: payer.clerkId, identified: request.identification !== null },
    });
    return ok({ claimId, ticketId, amountCents, paidAt: now });
  });
