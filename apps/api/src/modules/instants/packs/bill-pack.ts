/**
 * A pack is billed to the shop that sells it, once: its price to the shop's account, commission from it, all in the transaction that ends its sale.
 *
 * A refusal has written nothing.
 *
 * Example: 60 tickets at 2.00, commission 5 %: the shop owes 120.00 and has earned 6.00. A pack that came back with 20 unsold tickets is billed 80.00.
 */
import type { Tx } from '@valira/db';
import { instantPackBill, shop } from '@valira/db/schema';
import { basisPoints, cents, shareOf } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { account, postOperation } from '../../ledger/index.ts';
import type { StoredRun } from '../runs/run.store.ts';
import type { PackRow } from './move-packs.ts';

export type BillTrigger = (typeof instantPackBill.$inferSelect)['trigger'];

export async function billPack(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  run: StoredRun,
  pack: PackRow,
  { tickets, trigger }: { readonly tickets: number; readonly trigger: BillTrigger },
): Promise<Outcome<null, 'credit_limit_reached'>> {
  const { accountId } = pack;
  if (!accountId) throw new Error(`pack ${pack.pack} is nobody's`);
  const [terms] = await tx.select().from(shop).where(eq(shop.accountId, accountId));
  if (!terms) throw new Error(`shop ${accountId} is gone`);
  const now = core.clock.now();
  const amountCents = cents(run.priceCents * BigInt(tickets));
  const commissionCents = shareOf(amountCents, basisPoints(terms.commissionBps), 'down');
  const posted = await postOperation(tx, core.ids, now, {
    accountId,
    key: `instant-pack:${run.id}:${pack.pack}`,
    postings: [
      {
        debit: account('shop-settlement', accountId),
        credit: account('stakes', run.id),
        amount: amountCents,
        kind: 'instant-pack',
        reference: run.id,
      },
      {
        debit: account('stakes', run.id),
        credit: account('shop-commission', accountId),
        amount: commissionCents,
        kind: 'shop-commission',
        reference: run.id,
      },
    ],
  });
  if (!posted.ok) return refuse('credit_limit_reached', { facts: { priceCents: String(amountCents), pack: pack.pack } });
  await tx
    .insert(instantPackBill)
    .values({ runId: run.id, pack: pack.pack, accountId, tickets, amountCents, commissionCents, trigger, at: now });
  await addAudit(tx, core.ids, now, {
    actor: 'system',
    action: 'instant.pack-billed',
    subject: `${run.game}/${pack.pack}`,
    after: { tickets, amountCents, commissionCents, trigger },
  });
  return ok(null);
}
