/**
 * A claim at the operator's desk: any shop ticket that won, by its serial, by somebody identified in full. The prize is then this claimant's: no
 * shop pays it and it does not lapse. The money stays in prizes-payable until a payment order is approved.
 */
import type { Tx } from '@valira/db';
import { claim } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { HOUSE } from '../ledger/index.ts';
import { claimRuleAt } from './claim-rules.ts';
import { type Identification, judgeClaimant, keepIdentity } from './claimant.ts';
import { endPrizes } from './end-prize.ts';
import { type ClaimDeps, type ClaimRefusal, payableWin } from './pay-claim.ts';

export type OperatorClaim = {
  readonly serial: string;
  readonly amountCents: bigint;
  readonly identification: Identification;
  readonly key: string;
};

export type OpenedClaim = { readonly claimId: string; readonly ticketId: string; readonly amountCents: bigint; readonly openedAt: Date };

export async function openClaim(
  core: ClaimDeps,
  tx: Tx,
  actor: string,
  request: OperatorClaim,
): Promise<Outcome<OpenedClaim, ClaimRefusal>> {
  const now = core.clock.now();
  const win = await payableWin(core, tx, { ...request, desk: { kind: 'operator' } }, now);
  if (!win.ok) return win;
  const { accountId, ticketId, amountCents } = win.value;
  const rule = await claimRuleAt(tx, now);
  const claimant = await judgeClaimant(core, tx, rule, { ...request, amountCents, inFull: true }, now);
  if (!claimant.ok) return claimant;
  const { linkedCents, known } = claimant.value;
  const ended = await endPrizes(tx, [{ accountId, ticketId, ending: 'operator', amountCents, at: now }]);
  if (ended.size === 0) {
    const anew = await payableWin(core, tx, { ...request, desk: { kind: 'operator' } }, now);
    if (anew.ok) throw new Error(`the prizes of ticket ${ticketId} ended without an end`);
    return anew;
  }
  const claimId = core.ids.next();
  await tx.insert(claim).values({
    accountId,
    ticketId,
    id: claimId,
    amountCents,
    payingAccountId: HOUSE,
    ending: 'operator',
    openedBy: actor,
    key: request.key,
    operationId: claimId,
    at: now,
    linkedCents,
  });
  if (!known) throw new Error(`claim ${claimId} is nobody's`);
  await keepIdentity(core, tx, rule, { claimId, amountCents, known }, now);
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'claim.opened',
    subject: wireId('claim', claimId),
    after: { ticket: wireId('ticket', ticketId), amountCents, linkedCents },
  });
  return ok({ claimId, ticketId, amountCents, openedAt: now });
}
