/** Ends a ticket's prizes as a claim at the operator by somebody identified in full; null when they had ended, or are held, otherwise. */
import type { Tx } from '@valira/db';
import { claim } from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { type Outcome, ok } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { HOUSE } from '../ledger/index.ts';
import { claimRuleAt } from './claim-rules.ts';
import { type Identification, judgeClaimant, keepIdentity } from './claimant.ts';
import { endPrizes } from './end-prize.ts';

export type NewOperatorClaim = {
  readonly accountId: string;
  readonly ticketId: string;
  readonly amountCents: Cents;
  readonly identification: Identification;
  readonly actor: string;
  readonly key: string;
  /** The dispute that was decided for the claimant, where no ticket was shown. */
  readonly disputeId: string | null;
};

export type OpenedClaim = { readonly claimId: string; readonly ticketId: string; readonly amountCents: bigint; readonly openedAt: Date };

export async function writeOperatorClaim(
  core: Core,
  tx: Tx,
  { accountId, ticketId, amountCents, identification, actor, key, disputeId }: NewOperatorClaim,
  now: Date,
): Promise<Outcome<OpenedClaim | null, 'identification_required' | 'claimant_under_age'>> {
  const rule = await claimRuleAt(tx, now);
  const claimant = await judgeClaimant(core, tx, rule, { identification, amountCents, inFull: true }, now);
  if (!claimant.ok) return claimant;
  const { linkedCents, known } = claimant.value;
  const ended = await endPrizes(tx, [{ accountId, ticketId, ending: 'operator', amountCents, at: now }]);
  if (ended.size === 0) return ok(null);
  const claimId = core.ids.next();
  await tx.insert(claim).values({
    accountId,
    ticketId,
    id: claimId,
    amountCents,
    payingAccountId: HOUSE,
    ending: 'operator',
    openedBy: actor,
    key,
    operationId: claimId,
    at: now,
    linkedCents,
    disputeId,
  });
  if (!known) throw new Error(`claim ${claimId} is nobody's`);
  await keepIdentity(core, tx, rule, { claimId, amountCents, known }, now);
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'claim.opened',
    subject: wireId('claim', claimId),
    after: { ticket: wireId('ticket', ticketId), amountCents, linkedCents, ...(disputeId && { dispute: wireId('dispute', disputeId) }) },
  });
  return ok({ claimId, ticketId, amountCents, openedAt: now });
}
