/** Orders a wager for the draws to come, under the version of the product that is on sale: read and priced as a purchase would be. */
import type { Tx } from '@valira/db';
import { product, productVersion, subscription } from '@valira/db/schema';
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import { and, desc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import type { UniformBelow } from '../contests/index.ts';
import { engineCache } from '../contests/index.ts';

export type NewSubscription = {
  readonly productSlug: string;
  readonly wager: unknown;
  readonly maxPriceCents: bigint;
  readonly draws: number | null;
  readonly weekdays: readonly number[] | null;
};

export type Consented = { readonly productId: string; readonly productVersionId: string };

const engineOf = engineCache();

/** Reading a wager needs no luck: the numbers of a quick pick are made at the purchase. */
const first: UniformBelow = () => 0n;

/** The version on sale online, if this wager can be played in it within the price. */
export async function consentTo(
  tx: Tx,
  where: ReturnType<typeof eq>,
  wager: unknown,
  maxPriceCents: bigint,
): Promise<Outcome<Consented, string>> {
  const [found] = await tx
    .select({ version: productVersion, family: product.family })
    .from(productVersion)
    .innerJoin(product, eq(product.id, productVersion.productId))
    .where(and(where, eq(productVersion.state, 'on-sale')))
    .orderBy(desc(productVersion.version))
    .limit(1);
  if (found?.family !== 'draw') return refuse('not_on_sale', { path: 'product' });
  if (!found.version.channels.includes('online')) return refuse('channel_not_allowed', { path: 'product' });
  const { id, productId, definition } = found.version;
  const read = engineOf({ id, kind: 'draw', productVersionId: id, definition, frozen: {} }).parseWager(wager, first);
  if (!read.ok) return refuse('invalid_line', { path: `wager.${read.path}`, facts: { ...read.facts, reason: read.code } }) as Refusal;
  if (read.value.stakeCents > maxPriceCents)
    return refuse('price_mismatch', { path: 'maxPriceCents', facts: { expectedCents: read.value.stakeCents } });
  return ok({ productId, productVersionId: id });
}

export const orderSubscription = (core: Core, accountId: string, wanted: NewSubscription): Promise<Outcome<string, string>> =>
  core.inTransaction<Outcome<string, string>>(async (tx) => {
    const { productSlug, wager, maxPriceCents, draws, weekdays } = wanted;
    const consented = await consentTo(tx, eq(product.slug, productSlug), wager, maxPriceCents);
    if (!consented.ok) return consented;
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(subscription).values({
      id,
      accountId,
      ...consented.value,
      wager: toJson(wager),
      maxPriceCents,
      draws,
      weekdays: weekdays && [...new Set(weekdays)].sort(),
      createdAt: at,
      changedAt: at,
    });
    await addAudit(tx, core.ids, at, { actor: `account:${accountId}`, action: 'subscription.ordered', subject: id, after: wanted });
    return ok(id);
  });
