/** A shop of the network (class G licence): its account, its credit and its terms. */
import type { Tx } from '@valira/db';
import { account, balance, shop } from '@valira/db/schema';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CODES } from '../ledger/index.ts';

export type NewShop = {
  readonly name: string;
  readonly address: string;
  readonly licenceNumber: string;
  readonly licenceUntil: Date;
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
): Promise<string> {
  const { ids, clock } = core;
  const at = clock.now();
  const accountId = ids.next();
  await tx.insert(account).values({ id: accountId, kind: 'shop', createdAt: at });
  await tx.insert(balance).values({ accountId, code: CODES['shop-settlement'], floorCents: -creditCents });
  await tx.insert(shop).values({ accountId, ...terms });
  await addAudit(tx, ids, at, { actor, action: 'shop-added', subject: accountId, after: { ...terms, creditCents } });
  return accountId;
}
