/** A shop of the network (class G licence): its account, its credit and its terms. */
import type { Tx } from '@valira/db';
import { account, balance, distributor, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CODES } from '../ledger/index.ts';
import { recordChange } from './distributors/record-change.ts';

export type NewShop = {
  readonly name: string;
  readonly address: string;
  /** As printed on tickets. */
  readonly licenceNumber: string;
  readonly distributorId: string;
  /** Opening times, as told to players. */
  readonly opening?: string;
  readonly commissionBps: number;
  /** Prizes up to this amount are paid at the counter. */
  readonly paysUpToCents: bigint;
  /** What the shop may owe before it has to settle. */
  readonly creditCents: bigint;
};

/** The shop's account id. */
export async function addShop(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { creditCents, ...terms }: NewShop,
): Promise<Outcome<string, 'not_found'>> {
  const { ids, clock } = core;
  const [holder] = await tx.select({ id: distributor.id }).from(distributor).where(eq(distributor.id, terms.distributorId));
  if (!holder) return refuse('not_found', { path: 'distributorId' });
  const at = clock.now();
  const accountId = ids.next();
  await tx.insert(account).values({ id: accountId, kind: 'shop', createdAt: at });
  await tx.insert(balance).values({ accountId, code: CODES['shop-settlement'], floorCents: -creditCents });
  await tx.insert(shop).values({ accountId, ...terms });
  await addAudit(tx, ids, at, { actor, action: 'shop-added', subject: accountId, after: { ...terms, creditCents } });
  await recordChange(core, tx, actor, {
    kind: 'shop-opened',
    subject: accountId,
    distributorId: terms.distributorId,
    facts: { name: terms.name, address: terms.address },
    tell: 'before',
  });
  return ok(accountId);
}
