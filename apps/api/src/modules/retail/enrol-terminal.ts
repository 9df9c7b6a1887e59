/** A device shows its one-time code and its public key, and is the shop's terminal from then on. Of two devices with one code, one wins. */
import type { Tx } from '@valira/db';
import { shop, terminal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, gt } from 'drizzle-orm';
import { importTerminalKey, type TerminalPublicKey } from '../../platform/auth/terminal-signature.ts';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { enrolmentCodeHash } from './enrolment-code.ts';

export type EnrolledTerminal = {
  readonly terminalId: string;
  readonly label: string;
  readonly shop: { readonly name: string; readonly address: string; readonly licenceNumber: string };
};

export async function enrolTerminal(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  { code, publicKey }: { readonly code: string; readonly publicKey: TerminalPublicKey },
): Promise<Outcome<EnrolledTerminal, 'enrolment_code_invalid' | 'invalid_input'>> {
  const { ids, clock } = core;
  const codeHash = enrolmentCodeHash(code);
  if (!codeHash) return refuse('enrolment_code_invalid');
  if (!importTerminalKey(publicKey)) return refuse('invalid_input', { path: 'publicKey' });
  const at = clock.now();
  const { kty, crv, x, y } = publicKey;
  const [enrolled] = await tx
    .update(terminal)
    .set({ state: 'enrolled', publicKey: { kty, crv, x, y }, enrolledAt: at, enrolmentCodeHash: null, enrolmentExpiresAt: null })
    .where(and(eq(terminal.enrolmentCodeHash, codeHash), eq(terminal.state, 'awaiting'), gt(terminal.enrolmentExpiresAt, at)))
    .returning({ terminalId: terminal.id, label: terminal.label, accountId: terminal.accountId });
  if (!enrolled) return refuse('enrolment_code_invalid');
  const { terminalId, label, accountId } = enrolled;
  const [found] = await tx
    .select({ name: shop.name, address: shop.address, licenceNumber: shop.licenceNumber })
    .from(shop)
    .where(eq(shop.accountId, accountId));
  if (!found) throw new Error(`terminal ${terminalId} has no shop`);
  await addAudit(tx, ids, at, { actor: `terminal:${terminalId}`, action: 'terminal-enrolled', subject: terminalId });
  return ok({ terminalId, label, shop: found });
}
