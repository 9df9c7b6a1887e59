/**
 * Pays a printed instant ticket, once: at a counter in cash, or as a claim at the operator's desk by somebody identified in full.
 *
 * One row ends the ticket's prize (as for every shop ticket), whoever asks second is told when, not where. The prize comes out of the run's fund and
 * is owed for the moment by the shop that sold it: instant-fund → prizes-payable → shop-settlement of the shop that paid. A claim at the operator leaves
 * it in prizes-payable until a payment order is approved.
 */
import type { Tx } from '@valira/db';
import { instantPayment } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../../platform/core.ts';
import { type Identification, registerLargeWins, writeOperatorClaim, writeShopClaim } from '../../claims/index.ts';
import { account, type Posting, postOperation } from '../../ledger/index.ts';
import { holdPacks } from '../packs/move-packs.ts';
import { watchTopPrizes } from '../watch-top-prizes.ts';
import { type InstantDesk, type InstantTicketTyped, type Judgement, judgeTicket } from './judge-ticket.ts';

export type InstantPaid = {
  readonly claimId: string;
  readonly runId: string;
  readonly pack: number;
  readonly amountCents: bigint;
  readonly paidAt: Date;
};

export type InstantPayRefusal =
  | 'ticket_not_found'
  | 'too_many_requests'
  | 'ticket_not_active'
  | 'ticket_stolen'
  | 'nothing_to_pay'
  | 'claim_at_operator'
  | 'already_paid'
  | 'already_claimed'
  | 'claim_expired'
  | 'amount_mismatch'
  | 'identification_required'
  | 'claimant_under_age';

export function refusalOf(judged: Exclude<Judgement, { answer: 'pays' }>): Outcome<never, InstantPayRefusal> {
  switch (judged.answer) {
    case 'unknown':
    case 'wrong-number':
      return refuse('ticket_not_found');
    case 'too-many':
      return refuse('too_many_requests');
    case 'not-active':
    case 'unsold':
      return refuse('ticket_not_active');
    case 'stolen':
      return refuse('ticket_stolen');
    case 'no-win':
      return refuse('nothing_to_pay');
    case 'claim-at-operator':
      return refuse('claim_at_operator');
    case 'paid':
      return refuse('already_paid', { facts: { paidAt: judged.paidAt.toISOString() } });
    case 'claimed':
      return refuse('already_claimed', { facts: { claimedAt: judged.paidAt.toISOString() } });
    case 'expired':
      return refuse('claim_expired');
  }
}

type Pays = Extract<Judgement, { answer: 'pays' }>;

type Request = InstantTicketTyped & {
  readonly amountCents: bigint;
  readonly key: string;
  /** Told what was found, for the log: written after the transaction, which a refusal rolls back. */
  readonly onJudged: (judged: Judgement) => void;
};

/** Judges under the run's packs, so that none is reported stolen until the payment is written. */
async function payable(core: Core, tx: Tx, actor: string, request: Request, desk: InstantDesk): Promise<Outcome<Pays, InstantPayRefusal>> {
  const judge = () => judgeTicket({ ...core, tx }, actor, request, desk, core.clock.now());
  let judged = await judge();
  if (judged.ticket) {
    await holdPacks(tx, judged.ticket.run.id, 'shared');
    judged = await judge();
  }
  request.onJudged(judged);
  if (judged.answer !== 'pays') return refusalOf(judged);
  if (judged.amountCents !== request.amountCents) return refuse('amount_mismatch', { facts: { amountCents: judged.amountCents } });
  return ok(judged);
}

/** The prize out of the run's fund, owed for the moment by the shop that sold the ticket. */
const prizeOf = ({ ticket: { run }, amountCents, packShopId }: Pays): Posting => ({
  debit: account('instant-fund', run.id),
  credit: account('prizes-payable', packShopId),
  amount: cents(amountCents),
  kind: 'instant-prize',
  reference: run.id,
});

async function recordPayment(
  core: Core,
  tx: Tx,
  { ticket, tier, amountCents, packShopId }: Pays,
  claimId: string,
  at: Date,
): Promise<void> {
  const { run, index, ticketId } = ticket;
  await tx.insert(instantPayment).values({ runId: run.id, index, ticketId, tier, amountCents, accountId: packShopId, claimId, at });
  await registerLargeWins(
    tx,
    { id: run.id, resultVersion: 1 },
    [{ id: claimId, ticketId, accountId: packShopId, amountCents, channel: 'shop' as const }],
    at,
  );
  await watchTopPrizes(core, tx, run, tier);
}

export async function payInstant(
  core: Core,
  tx: Tx,
  payer: { readonly accountId: string; readonly terminalId: string; readonly clerkId: string; readonly paysUpToCents: bigint },
  request: Request & { readonly identification: Identification | null },
): Promise<Outcome<InstantPaid, InstantPayRefusal>> {
  const actor = `terminal:${payer.terminalId}`;
  const desk: InstantDesk = { kind: 'shop', paysUpToCents: payer.paysUpToCents };
  const judged = await payable(core, tx, actor, request, desk);
  if (!judged.ok) return judged;
  const now = core.clock.now();
  const { ticket, amountCents, packShopId } = judged.value;
  const { run, ticketId, pack } = ticket;
  const { identification, key } = request;
  const written = await writeShopClaim(
    core,
    tx,
    {
      accountId: packShopId,
      ticketId,
      amountCents: cents(amountCents),
      identification,
      payer,
      key,
      owedBy: [prizeOf(judged.value)],
      action: 'instant.ticket-paid',
    },
    now,
  );
  if (!written.ok) return written;
  if (!written.value) return cameSecond(core, tx, actor, request, desk);
  const { claimId } = written.value;
  await recordPayment(core, tx, judged.value, claimId, now);
  return ok({ claimId, runId: run.id, pack, amountCents, paidAt: now });
}

/** Who came first has committed: the look-up says now what it was. */
async function cameSecond(
  core: Core,
  tx: Tx,
  actor: string,
  request: Request,
  desk: InstantDesk,
): Promise<Outcome<never, InstantPayRefusal>> {
  const anew = await judgeTicket({ ...core, tx }, actor, request, desk, core.clock.now());
  request.onJudged(anew);
  if (anew.answer === 'pays') throw new Error(`the prize of ticket ${anew.ticket.ticketId} ended without an end`);
  return refusalOf(anew);
}

/** At the operator's desk, any amount, by somebody identified in full. */
export async function claimInstant(
  core: Core,
  tx: Tx,
  actor: string,
  request: Request & { readonly identification: Identification },
): Promise<Outcome<InstantPaid, InstantPayRefusal>> {
  const desk: InstantDesk = { kind: 'operator' };
  const judged = await payable(core, tx, actor, request, desk);
  if (!judged.ok) return judged;
  const now = core.clock.now();
  const { ticket, amountCents, packShopId } = judged.value;
  const { run, ticketId, pack } = ticket;
  const { identification, key } = request;
  const written = await writeOperatorClaim(
    core,
    tx,
    { accountId: packShopId, ticketId, amountCents: cents(amountCents), identification, actor, key, disputeId: null },
    now,
  );
  if (!written.ok) return written;
  if (!written.value) return cameSecond(core, tx, actor, request, desk);
  const { claimId } = written.value;
  const posted = await postOperation(tx, core.ids, now, {
    accountId: packShopId,
    key: `claim:${ticketId}`,
    postings: [prizeOf(judged.value)],
  });
  if (!posted.ok) throw new Error(`the claim of ticket ${ticketId} was refused by the ledger`);
  await recordPayment(core, tx, judged.value, claimId, now);
  return ok({ claimId, runId: run.id, pack, amountCents, paidAt: now });
}
