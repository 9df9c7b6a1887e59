/** Packs go out of the warehouse to a shop, under a shipment. */
import type { Tx } from '@valira/db';
import { instantShipment, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { findRun } from '../runs/run.store.ts';
import { lockPacks, movePacks } from './move-packs.ts';

type PackRefusal = 'not_found' | 'pack_not_found' | 'pack_elsewhere' | 'wrong_state' | 'shop_not_found';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export async function shipPacks(
  core: Core,
  tx: Tx,
  actor: string,
  { runId, shopId, from, to }: { readonly runId: string; readonly shopId: string; readonly from: number; readonly to: number },
): Promise<Outcome<string, PackRefusal>> {
  const run = await findRun(tx, runId);
  if (run?.channel !== 'shop') return refuse('not_found');
  if (run.state !== 'ready' && run.state !== 'on-sale') return refuse('wrong_state');
  const [found] = await tx.select({ id: shop.accountId }).from(shop).where(eq(shop.accountId, shopId));
  if (!found) return refuse('shop_not_found');
  const packs = await lockPacks(tx, runId, range(from, to));
  if (!packs.ok) return packs;
  const elsewhere = packs.value.find(({ state, activatedAt }) => !(['warehouse', 'returned'].includes(state) && activatedAt === null));
  if (elsewhere) return refuse('pack_elsewhere', { facts: { pack: elsewhere.pack, state: elsewhere.state } });
  const id = core.ids.next();
  const now = core.clock.now();
  await tx.insert(instantShipment).values({ id, runId, accountId: shopId, packs: packs.value.length, sentBy: actor, at: now });
  await movePacks(core, tx, packs.value, { to: 'shipped', by: { actor }, shipmentId: id, shopId });
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'instant.packs-shipped',
    subject: wireId('instantShipment', id),
    after: { run: wireId('instantRun', runId), shop: wireId('account', shopId), from, to },
  });
  return ok(id);
}
