/** A player wants to pay in: judged and written here, before anything is asked of the provider. What the limits count is this row. */
import type { Tx } from '@valira/db';
import { deposit } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { depositRefusal, lockedStanding } from '../../players/index.ts';
import { paymentRuleAt } from '../payment-rule.ts';

/** Whether the player's own limits let this deposit be; asked in its transaction. */
export type DepositGate = (
  tx: Tx,
  deposit: { readonly accountId: string; readonly amountCents: bigint; readonly at: Date },
) => Promise<Outcome<null>>;

export async function openDeposit(
  { ids, clock }: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  gate: DepositGate,
  { accountId, amountCents, actor }: { readonly accountId: string; readonly amountCents: bigint; readonly actor: string },
): Promise<Outcome<{ id: string }>> {
  const at = clock.now();
  const rule = await paymentRuleAt(tx, at);
  if (amountCents < rule.depositMinCents || amountCents > rule.depositMaxCents)
    return refuse('deposit_out_of_bounds', {
      path: 'amountCents',
      facts: { minCents: String(rule.depositMinCents), maxCents: String(rule.depositMaxCents) },
    });
  // Held to the end, so that two deposits at once are counted one after the other.
  const standing = await lockedStanding(tx, accountId, at);
  if (!standing) throw new Error(`account ${accountId} is no player's`);
  const refusal = depositRefusal(standing);
  if (refusal) return refusal;
  const allowed = await gate(tx, { accountId, amountCents, at });
  if (!allowed.ok) return allowed;
  const id = ids.next();
  await tx.insert(deposit).values({ id, accountId, amountCents, state: 'open', openedAt: at });
  await addAudit(tx, ids, at, { actor, action: 'deposit.opened', subject: wireId('deposit', id), after: { amountCents } });
  return ok({ id });
}
