import {
  account as accountTable,
  contest,
  drawAnnouncement,
  message,
  product,
  productVersion,
  subscription,
  subscriptionTicket,
  subscriptionTry,
  ticket,
} from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { parseWireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import { account, postOperation, verifyLedger } from '../ledger/index.ts';
import { type BuyDeps, buyNextDraw } from './buy-next-draw.ts';
import { duePurchases } from './due-purchases.ts';

const HOUR = 3_600_000;

let world: HttpWorld;
let deps: BuyDeps;
beforeAll(async () => {
  world = await makeHttpWorld();
  deps = { core: world.core, sales: world.parts.core.sales, soldContests: world.parts.core.soldContests };
});
afterAll(() => world.end());

const LINE = { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] };

/** A product with draws a day apart, all open: the fixture's own one first. */
async function newDraws(count: number, retryMinutes = 60) {
  const { productVersionId, contestId } = await world.newContest({ definition: cims645, closesAt: new Date(Date.now() + HOUR) });
  const [version] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
  const productId = version?.productId ?? '';
  const [owner] = await world.db
    .update(product)
    .set({ subscriptionRetryMinutes: retryMinutes })
    .where(eq(product.id, productId))
    .returning();
  const ids = [contestId];
  for (let day = 1; day < count; day += 1) ids.push(await addDraw(productVersionId, 1 + day, HOUR + day * 24 * HOUR));
  return { slug: owner?.slug ?? '', productId, productVersionId, contests: ids };
}

async function addDraw(productVersionId: string, number: number, closesInMs: number): Promise<string> {
  const id = world.ids.next();
  const closesAt = new Date(Date.now() + closesInMs);
  await world.db.insert(contest).values({
    id,
    kind: 'draw',
    productVersionId,
    number,
    source: 'rng',
    state: 'open',
    opensAt: new Date(Date.now() - HOUR),
    closesAt,
    drawsAt: closesAt,
    createdAt: new Date(),
  });
  await world.db.insert(drawAnnouncement).values({ contestId: id, statement: {}, statementHash: sha256(Buffer.from(id)), at: new Date() });
  return id;
}

const order = async (player: Person, slug: string, more: object = {}): Promise<string> => {
  const answer = await player.call('/v1/subscriptions', { body: { product: slug, wager: LINE, maxPriceCents: '100', ...more } });
  const body = await jsonOf(answer);
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return parseWireId('subscription', String(body.id)) ?? '';
};

/** One look of the job for these subscriptions, at a time. */
async function look(ids: readonly string[], aheadMs = 0, workers = 1): Promise<string[]> {
  const core: Core = { ...world.core, clock: { now: () => new Date(Date.now() + aheadMs) } };
  const due = (await duePurchases(core, 1_000)).filter(({ subscriptionId }) => ids.includes(subscriptionId));
  const asked = due.flatMap((one) => Array.from({ length: workers }, () => one));
  return Promise.all(asked.map(({ subscriptionId, contestId }) => buyNextDraw({ ...deps, core }, subscriptionId, contestId)));
}

const close = (contestId: string) => world.db.update(contest).set({ state: 'closed' }).where(eq(contest.id, contestId));
const stateOf = async (id: string) => {
  const [row] = await world.db.select().from(subscription).where(eq(subscription.id, id));
  return [row?.state, row?.reason];
};
const toldOf = async (accountId: string) =>
  (await world.db.select().from(message).where(eq(message.accountId, accountId)))
    .filter(({ channel }) => channel === 'app')
    .map(({ facts }) => (facts as { reason: string }).reason);
const drawsBought = async (id: string) =>
  (await world.db.select().from(subscriptionTicket).where(eq(subscriptionTicket.subscriptionId, id))).map(({ contestId }) => contestId);
const change = async (player: Person, id: string, verb: string) => {
  const { subscriptions } = (await jsonOf(await player.call('/v1/subscriptions'))) as { subscriptions: { id: string }[] };
  const wire = subscriptions.find((one) => parseWireId('subscription', one.id) === id)?.id;
  return jsonOf(await player.call(`/v1/subscriptions/${wire}/${verb}`, { method: 'POST' }));
};
const deposit = (accountId: string, amount: bigint) =>
  world.core.inTransaction(async (tx) =>
    expectOk(
      await postOperation(tx, world.ids, new Date(), {
        accountId,
        key: world.ids.next(),
        postings: [
          {
            debit: account('payment-clearing'),
            credit: account('player-cash', accountId),
            amount: cents(amount),
            kind: 'deposit',
            reference: accountId,
          },
        ],
      }),
    ),
  );

describe('a subscription', () => {
  it('buys each draw once, one at a time, for the draws ordered, and ends', async () => {
    const { slug, contests } = await newDraws(4);
    const player = await world.newPlayerPerson(10_000n);
    const id = await order(player, slug, { draws: 3 });
    for (const [i, contestId] of contests.entries()) {
      expect(await look([id])).toEqual(i < 3 ? ['bought'] : []);
      expect(await look([id])).toEqual([]);
      await close(contestId);
    }
    expect(await drawsBought(id)).toEqual(contests.slice(0, 3));
    expect(await stateOf(id)).toEqual(['finished', null]);
    expect(await toldOf(player.accountId)).toEqual(['ended']);
    expect(await world.db.$count(ticket, eq(ticket.accountId, player.accountId))).toBe(3);
    expect(await change(player, id, 'cancel')).toMatchObject({ code: 'wrong_state' });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('sells one ticket when eight workers buy at once, and after a crash between the sale and its note', async () => {
    const { slug, contests } = await newDraws(1);
    const player = await world.newPlayerPerson(10_000n);
    const id = await order(player, slug, { wager: { kind: 'draw', quickPicks: 1 } });
    expect(await look([id], 0, 8)).toEqual(Array.from({ length: 8 }, () => 'bought'));
    expect(await world.db.$count(ticket, eq(ticket.accountId, player.accountId))).toBe(1);

    const other = await world.newPlayerPerson(10_000n);
    const lost = await order(other, slug);
    const dying: BuyDeps = { ...deps, core: { ...world.core, inTransaction: () => Promise.reject(new Error('killed')) } };
    await expect(buyNextDraw(dying, lost, contests[0] ?? '')).rejects.toThrow('killed');
    expect([await world.db.$count(ticket, eq(ticket.accountId, other.accountId)), await drawsBought(lost)]).toEqual([1, []]);
    expect(await look([lost])).toEqual(['bought']);
    expect([await world.db.$count(ticket, eq(ticket.accountId, other.accountId)), await drawsBought(lost)]).toEqual([1, contests]);
  });

  it('tries three times an hour apart when the money is not there, then stops with its reason; the player goes on with it', async () => {
    const { slug } = await newDraws(2);
    const player = await world.newPlayerPerson(99n);
    const id = await order(player, slug);
    expect(await look([id], 0, 3)).toEqual(['insufficient_funds', 'insufficient_funds', 'insufficient_funds']);
    expect(await look([id], 0.9 * HOUR)).toEqual([]);
    expect(await world.db.$count(subscriptionTry, eq(subscriptionTry.subscriptionId, id))).toBe(1);
    // The first draw closes within the hour; the second one is tried on its own.
    expect(await look([id], 1.1 * HOUR)).toEqual(['insufficient_funds']);
    expect(await look([id], 2.2 * HOUR)).toEqual(['insufficient_funds']);
    expect(await look([id], 3.3 * HOUR)).toEqual(['stopped']);
    expect(await stateOf(id)).toEqual(['stopped', 'insufficient_funds']);
    expect(await toldOf(player.accountId)).toEqual(['no-funds']);
    expect(await look([id], 5 * HOUR)).toEqual([]);
    await deposit(player.accountId, 100n);
    expect(await change(player, id, 'resume')).toEqual({ done: true });
    expect(await look([id], 5 * HOUR)).toEqual(['bought']);
  });

  it('stops at once for an account that may not play', async () => {
    const { slug } = await newDraws(1);
    const player = await world.newPlayerPerson(1_000n);
    const id = await order(player, slug);
    await world.db.update(accountTable).set({ state: 'barred' }).where(eq(accountTable.id, player.accountId));
    expect(await look([id])).toEqual(['stopped']);
    expect(await stateOf(id)).toEqual(['stopped', 'account_barred']);
  });

  it('stops at the first draw of another version and buys it after the player consented again', async () => {
    const { slug, productVersionId, contests } = await newDraws(1);
    const player = await world.newPlayerPerson(1_000n);
    const id = await order(player, slug);
    const [old] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
    if (!old) throw new Error('no version');
    const next = world.ids.next();
    await world.db
      .insert(productVersion)
      .values({ ...old, id: next, version: 2, registrationNumber: `${old.registrationNumber}-2`, state: 'on-sale' });
    const contestId = await addDraw(next, 2, 2 * HOUR);
    expect(await look([id])).toEqual(['bought']);
    await close(contests[0] ?? '');
    expect(await look([id])).toEqual(['stopped']);
    expect(await stateOf(id)).toEqual(['stopped', 'product_changed']);
    expect(await change(player, id, 'resume')).toEqual({ done: true });
    expect(await look([id])).toEqual(['bought']);
    expect(await drawsBought(id)).toEqual([contests[0], contestId]);
  });

  it('waits while sales of the draw are stopped or suspended, and counts that against nobody', async () => {
    const { slug, productVersionId } = await newDraws(1);
    const player = await world.newPlayerPerson(1_000n);
    const id = await order(player, slug);
    await world.db.update(productVersion).set({ state: 'suspended' }).where(eq(productVersion.id, productVersionId));
    for (let i = 0; i < 5; i += 1) expect(await look([id])).toEqual(['not_on_sale']);
    await world.db.update(productVersion).set({ state: 'on-sale' }).where(eq(productVersion.id, productVersionId));
    expect(await look([id])).toEqual(['bought']);
    expect(await world.db.$count(subscriptionTry, eq(subscriptionTry.subscriptionId, id))).toBe(0);
  });

  it('buys nothing while paused or after it was cancelled, and draws of other weekdays never', async () => {
    const { slug, contests } = await newDraws(8);
    const player = await world.newPlayerPerson(10_000n);
    const [row] = await world.db
      .select()
      .from(contest)
      .where(eq(contest.id, contests[3] ?? ''));
    const local = Temporal.Instant.fromEpochMilliseconds(row?.drawsAt.getTime() ?? 0).toZonedDateTimeISO('Europe/Andorra');
    const id = await order(player, slug, { weekdays: [local.dayOfWeek] });
    expect(await change(player, id, 'pause')).toEqual({ done: true });
    expect(await look([id])).toEqual([]);
    expect(await change(player, id, 'resume')).toEqual({ done: true });
    expect(await look([id])).toEqual(['bought']);
    expect(await drawsBought(id)).toEqual([contests[3]]);
    expect(await change(player, id, 'cancel')).toEqual({ done: true });
    await close(contests[3] ?? '');
    expect(await look([id])).toEqual([]);
    expect(await change(player, id, 'resume')).toMatchObject({ code: 'wrong_state' });
    await expect(world.db.update(subscription).set({ state: 'active' }).where(eq(subscription.id, id))).rejects.toThrow();
  });

  it('is refused for what could not be bought: a line that cannot be played, a price above the maximum, a pool, a product not on sale', async () => {
    const { slug } = await newDraws(1);
    const player = await world.newPlayerPerson(1_000n);
    const code = async (body: object) =>
      (await jsonOf(await player.call('/v1/subscriptions', { body: { product: slug, wager: LINE, maxPriceCents: '100', ...body } }))).code;
    expect(await code({ wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 46] }] } })).toBe('invalid_line');
    expect(await code({ maxPriceCents: '99' })).toBe('price_mismatch');
    expect(await code({ product: 'no-such' })).toBe('not_on_sale');
    expect(await code({ wager: { kind: 'pool' } })).toBe('invalid_input');
    expect(await code({ weekdays: [8] })).toBe('invalid_input');
  });

  it('is nobody else’s to see or to change', async () => {
    const { slug } = await newDraws(1);
    const [one, two] = [await world.newPlayerPerson(1_000n), await world.newPlayerPerson(1_000n)];
    const id = await order(one, slug);
    const { subscriptions } = (await jsonOf(await one.call('/v1/subscriptions'))) as { subscriptions: { id: string }[] };
    expect(((await jsonOf(await two.call('/v1/subscriptions'))) as { subscriptions: unknown[] }).subscriptions).toEqual([]);
    expect(await jsonOf(await two.call(`/v1/subscriptions/${subscriptions[0]?.id}/cancel`, { method: 'POST' }))).toMatchObject({
      code: 'not_found',
    });
    expect(await stateOf(id)).toEqual(['active', null]);
  });
});
