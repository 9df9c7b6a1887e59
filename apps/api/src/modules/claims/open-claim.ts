/**
 * A claim at the operator's desk: any shop ticket that won, by its serial, by somebody identified in full. The prize is then this claimant's: no
 * shop pays it and it does not lapse. The money stays in prizes-payable until a payment order is approved.
 */
import type { Tx } from '@valira/db';
import { type Outcome, ok } from '@valira/outcome';
import type { Identification } from './claimant.ts';
import { type ClaimDeps, type ClaimRefusal, payableWin } from './pay-claim.ts';
import { type OpenedClaim, writeOperatorClaim } from './write-operator-claim.ts';

export type OperatorClaim = {
  readonly serial: string;
  readonly amountCents: bigint;
  readonly identification: Identification;
  readonly key: string;
};

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
  const { identification, key } = request;
  const written = await writeOperatorClaim(
    core,
    tx,
    { accountId, ticketId, amountCents, identification, actor, key, disputeId: null },
    now,
  );
  if (!written.ok) return written;
  if (written.value) return ok(written.value);
  // Who came first has committed: the look-up says now what it was.
  const anew = await payableWin(core, tx, { ...request, desk: { kind: 'operator' } }, now);
  if (anew.ok) throw new Error(`the prizes of ticket ${ticketId} ended without an end`);
  return anew;
}
