/**
 * Buys a subscription's ticket in a draw, through the intake, once.
 *
 * The intake's key follows from subscription and draw: whoever asks again, at once or after a crash between the sale and its note, is
 * answered with the same ticket. What the player cannot pay is tried so many times as the product says; then the subscription stops.
 */
import type { Tx } from '@valira/db';
import { product, productVersion, subscription, subscriptionTicket, subscriptionTry } from '@valira/db/schema';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { uuidFromBytes } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { type Named, queueMessages } from '../messages/index.ts';
import type { Sales, SoldContests } from '../wagers/index.ts';

export type BuyDeps = { readonly core: Core; readonly sales: Sales; readonly soldContests: SoldContests };

/** The product's or the moment's refusals: the next look tries again, and nothing is held against the player. */
const WAITED_OUT = new Set([
  'busy',
  'contest_not_found',
  'contest_not_open',
  'contest_closed',
  'no_commitment',
  'not_on_sale',
  'sales_stopped',
  'licence_suspended',
  'channel_not_allowed',
  // The player's own pause ends by itself.
  'account_paused',
  'register_unavailable',
]);
/** Nothing that another try could change. */
const FINAL = /^(account_|sale_abandoned$|invalid_line$|key_reused$)/;

export const purchaseKey = (subscriptionId: string, contestId: string): string =>
  uuidFromBytes(sha256(Buffer.from(`subscription ${subscriptionId} ${contestId}`)).subarray(0, 16));

type Subscription = typeof subscription.$inferSelect;

const SYSTEM_ACTOR = 'system';

/** What the player is told, by what stopped it. */
function toldReason(reason: string): 'ended' | 'no-funds' | 'limit' | 'product' {
  if (reason === 'ended') return 'ended';
  if (reason === 'insufficient_funds') return 'no-funds';
  return ['product_changed', 'price_above_maximum', 'invalid_line'].includes(reason) ? 'product' : 'limit';
}

async function tell(tx: Tx, core: Core, { id, accountId, productVersionId }: Subscription, reason: string, at: Date): Promise<void> {
  const [version] = await tx.select({ names: productVersion.names }).from(productVersion).where(eq(productVersion.id, productVersionId));
  await queueMessages(core, tx, at, [
    {
      accountId,
      kind: 'subscription-stopped',
      cause: `${id}:${at.toISOString()}`,
      facts: { product: (version?.names ?? {}) as Named, reason: toldReason(reason) },
    },
  ]);
}

async function stop(core: Core, wanted: Subscription, reason: string): Promise<void> {
  const { id, accountId } = wanted;
  await core.inTransaction(async (tx) => {
    const at = core.clock.now();
    const stopped = await tx
      .update(subscription)
      .set({ state: 'stopped', reason, changedAt: at })
      .where(and(eq(subscription.id, id), eq(subscription.state, 'active')))
      .returning({ id: subscription.id });
    if (stopped.length === 0) return;
    await addAudit(tx, core.ids, at, { actor: SYSTEM_ACTOR, action: 'subscription.stopped', subject: id, after: { accountId }, reason });
    await tell(tx, core, wanted, reason, at);
  });
}

async function noteTicket(core: Core, wanted: Subscription, contestId: string, ticketId: string): Promise<void> {
  await core.inTransaction(async (tx) => {
    const [locked] = await tx.select().from(subscription).where(eq(subscription.id, wanted.id)).for('update');
    const at = core.clock.now();
    const added = await tx
      .insert(subscriptionTicket)
      .values({ subscriptionId: wanted.id, contestId, ticketId, at })
      .onConflictDoNothing()
      .returning({ ticketId: subscriptionTicket.ticketId });
    if (added.length === 0 || !locked?.draws || !['active', 'paused', 'stopped'].includes(locked.state)) return;
    const [bought] = await tx.select({ tickets: count() }).from(subscriptionTicket).where(eq(subscriptionTicket.subscriptionId, wanted.id));
    if ((bought?.tickets ?? 0) < locked.draws) return;
    await tx.update(subscription).set({ state: 'finished', reason: null, changedAt: at }).where(eq(subscription.id, wanted.id));
    await tell(tx, core, wanted, 'ended', at);
  });
}

/** Counts a refusal that is the player's; true when it was the last that is tried. */
async function noteTry(core: Core, { id, productId }: Subscription, contestId: string, code: string): Promise<boolean> {
  return core.inTransaction(async (tx) => {
    await tx.select({ id: subscription.id }).from(subscription).where(eq(subscription.id, id)).for('update');
    const [rule] = await tx.select().from(product).where(eq(product.id, productId));
    if (!rule) throw new Error(`product ${productId} is gone`);
    const [last] = await tx
      .select()
      .from(subscriptionTry)
      .where(and(eq(subscriptionTry.subscriptionId, id), eq(subscriptionTry.contestId, contestId)))
      .orderBy(desc(subscriptionTry.attempt))
      .limit(1);
    const at = core.clock.now();
    // Two workers that were refused at the same moment have tried once.
    if (last && at.getTime() < last.at.getTime() + rule.subscriptionRetryMinutes * 60_000) return last.attempt >= rule.subscriptionTries;
    const attempt = (last?.attempt ?? 0) + 1;
    await tx.insert(subscriptionTry).values({ subscriptionId: id, contestId, attempt, code, at });
    return attempt >= rule.subscriptionTries;
  });
}

/** Answers what came of it: `bought`, `stopped`, or the refusal that will be tried again. */
export async function buyNextDraw({ core, sales, soldContests }: BuyDeps, subscriptionId: string, contestId: string): Promise<string> {
  const [wanted] = await core.db.select().from(subscription).where(eq(subscription.id, subscriptionId));
  if (wanted?.state !== 'active') return 'not_active';
  const played = (await soldContests.find([contestId])).get(contestId);
  if (!played) return 'contest_not_found';
  if (played.productVersionId !== wanted.productVersionId) {
    await stop(core, wanted, 'product_changed');
    return 'stopped';
  }
  const read = played.engine.parseWager(wanted.wager, () => 0n);
  if (!read.ok || read.value.stakeCents > wanted.maxPriceCents) {
    await stop(core, wanted, read.ok ? 'price_above_maximum' : 'invalid_line');
    return 'stopped';
  }
  const sold = await sales.sell({
    buyer: { accountId: wanted.accountId, channel: 'online', terminalId: null, clerkId: null },
    key: purchaseKey(subscriptionId, contestId),
    contestIds: [contestId],
    wager: wanted.wager,
    priceCents: read.value.stakeCents,
  });
  if (sold.ok) {
    await noteTicket(core, wanted, contestId, sold.value.answer.ticketId);
    return 'bought';
  }
  if (WAITED_OUT.has(sold.code)) return sold.code;
  if (FINAL.test(sold.code) || (await noteTry(core, wanted, contestId, sold.code))) {
    await stop(core, wanted, sold.code);
    return 'stopped';
  }
  return sold.code;
}
