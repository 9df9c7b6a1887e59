/** A player takes money out: only verified, only to the declared account, only what is there after a debt is paid. */
import type { Tx } from '@valira/db';
import { withdrawal } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { holdFunds } from '../../ledger/index.ts';
import { declaredAccount, lockedStanding, withdrawalRefusal } from '../../players/index.ts';
import { paymentRuleAt } from '../payment-rule.ts';
import { recoverDebt } from '../player-funds.ts';
import type { Withdrawal } from './withdrawal.ts';

export async function requestWithdrawal(
  core: Pick<Core, 'ids' | 'clock' | 'keys'>,
  tx: Tx,
  { accountId, amountCents, actor }: { readonly accountId: string; readonly amountCents: bigint; readonly actor: string },
): Promise<Outcome<Pick<Withdrawal, 'id' | 'state'>>> {
  const { ids, clock } = core;
  const at = clock.now();
  if (amountCents === 0n) return refuse('invalid_input', { path: 'amountCents' });
  const standing = await lockedStanding(tx, accountId, at);
  if (!standing) throw new Error(`account ${accountId} is no player's`);
  const refusal = withdrawalRefusal(standing);
  if (refusal) return refusal;
  if (!(await declaredAccount(core, tx, accountId))) return refuse('no_declared_account');
  const id = ids.next();
  await recoverDebt(core, tx, accountId, `withdrawal:${id}`, at);
  const held = await holdFunds(tx, ids, at, {
    accountId,
    key: `withdrawal:${id}`,
    amount: cents(amountCents),
    purpose: 'withdrawal',
    reference: id,
    expiresAt: null,
  });
  if (!held.ok) return held;
  const approvalNeeded = amountCents >= (await paymentRuleAt(tx, at)).approveFromCents;
  const state = approvalNeeded ? 'requested' : 'approved';
  await tx.insert(withdrawal).values({
    id,
    accountId,
    amountCents,
    holdId: held.value,
    state,
    approvalNeeded,
    requestedAt: at,
    approvedAt: approvalNeeded ? null : at,
  });
  const after = { amountCents, state };
  await addAudit(tx, ids, at, { actor, action: 'withdrawal.requested', subject: wireId('withdrawal', id), after });
  return ok({ id, state });
}
