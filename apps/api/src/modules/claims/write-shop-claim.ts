/**
 * Ends a ticket's prizes as cash handed over at a counter: claim, identity where it is asked for, postings and audit; null when they had ended.
 *
 * The shop is owed what it paid: prizes-payable → shop-settlement, between the shop that sold and the shop that pays.
 */
import type { Tx } from '@valira/db';
import { claim } from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { type Outcome, ok } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account, type Posting, postOperation } from '../ledger/index.ts';
import { claimRuleAt } from './claim-rules.ts';
import { type Identification, judgeClaimant, keepIdentity } from './claimant.ts';
import { endPrizes } from './end-prize.ts';

export type NewShopClaim = {
  /** The shop that sold the ticket. */
  readonly accountId: string;
  readonly ticketId: string;
  readonly amountCents: Cents;
  readonly identification: Identification | null;
  readonly payer: { readonly accountId: string; readonly terminalId: string; readonly clerkId: string };
  readonly key: string;
  /** What brings the prize into prizes-payable in the same operation, where settlement has not. */
  readonly owedBy: readonly Posting[];
  /** What the audit chain calls it. */
  readonly action: string;
};

export async function writeShopClaim(
  core: Core,
  tx: Tx,
  { accountId, ticketId, amountCents, identification, payer, key, owedBy, action }: NewShopClaim,
  now: Date,
): Promise<Outcome<{ readonly claimId: string } | null, 'identification_required' | 'claimant_under_age'>> {
  const rule = await claimRuleAt(tx, now);
  const claimant = await judgeClaimant(core, tx, rule, { identification, amountCents, inFull: false }, now);
  if (!claimant.ok) return claimant;
  const { linkedCents, known } = claimant.value;
  const ended = await endPrizes(tx, [{ accountId, ticketId, ending: 'shop', amountCents, at: now }]);
  if (ended.size === 0) return ok(null);
  const claimId = core.ids.next();
  await tx.insert(claim).values({
    accountId,
    ticketId,
    id: claimId,
    amountCents,
    payingAccountId: payer.accountId,
    terminalId: payer.terminalId,
    clerkId: payer.clerkId,
    key,
    operationId: claimId,
    at: now,
    linkedCents,
  });
  if (known) await keepIdentity(core, tx, rule, { claimId, amountCents, known }, now);
  const paid: Posting = {
    debit: account('prizes-payable', accountId),
    credit: account('shop-settlement', payer.accountId),
    amount: amountCents,
    kind: 'claim',
    reference: ticketId,
  };
  const posted = await postOperation(tx, core.ids, now, {
    accountId: payer.accountId,
    key: `claim:${ticketId}`,
    postings: [...owedBy, paid],
  });
  if (!posted.ok) throw new Error(`the claim of ticket ${ticketId} was refused by the ledger`);
  await addAudit(tx, core.ids, now, {
    actor: `terminal:${payer.terminalId}`,
    action,
    subject: wireId('ticket', ticketId),
    after: { amountCents, linkedCents, clerk: payer.clerkId, identified: known !== null },
  });
  return ok({ claimId });
}
