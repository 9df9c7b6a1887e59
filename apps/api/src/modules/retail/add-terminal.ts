/** A terminal of a shop before its device is known. It sells nothing until a device has enrolled with a code. */
import type { Tx } from '@valira/db';
import { distributor, shop, terminal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { ENROLMENT_CODE_MS, enrolmentCodeHash, newEnrolmentCode } from './enrolment-code.ts';

/** The terminal's id. */
export async function addTerminal(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { shopId, label }: { readonly shopId: string; readonly label: string },
): Promise<Outcome<string, 'not_found' | 'wrong_state'>> {
  const { ids, clock } = core;
  const [found] = await tx
    .select({ kind: distributor.kind })
    .from(shop)
    .innerJoin(distributor, eq(distributor.id, shop.distributorId))
    .where(eq(shop.accountId, shopId));
  if (!found) return refuse('not_found');
  // Class H resells stock over the counter; terminals are for class G.
  if (found.kind === 'mixed') return refuse('wrong_state');
  const id = ids.next();
  await tx.insert(terminal).values({ id, accountId: shopId, label });
  await addAudit(tx, ids, clock.now(), { actor, action: 'terminal-added', subject: id, after: { shopId, label } });
  return ok(id);
}

export type EnrolmentCode = { readonly code: string; readonly expiresAt: Date };

/** A new code for a terminal that awaits its device; an earlier code stops working. The code is shown now and never again. */
export async function issueEnrolmentCode(
  core: Pick<Core, 'ids' | 'clock' | 'entropy'>,
  tx: Tx,
  actor: string,
  terminalId: string,
): Promise<Outcome<EnrolmentCode, 'not_found' | 'wrong_state'>> {
  const { ids, clock, entropy } = core;
  const [found] = await tx.select({ state: terminal.state }).from(terminal).where(eq(terminal.id, terminalId)).for('update');
  if (!found) return refuse('not_found');
  if (found.state !== 'awaiting') return refuse('wrong_state');
  const at = clock.now();
  const code = newEnrolmentCode(entropy);
  const expiresAt = new Date(at.getTime() + ENROLMENT_CODE_MS);
  await tx
    .update(terminal)
    .set({ enrolmentCodeHash: enrolmentCodeHash(code), enrolmentExpiresAt: expiresAt })
    .where(eq(terminal.id, terminalId));
  await addAudit(tx, ids, at, { actor, action: 'enrolment-code-issued', subject: terminalId, after: { expiresAt } });
  return ok({ code, expiresAt });
}
