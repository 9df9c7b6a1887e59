import { randomUUID } from 'node:crypto';
import { instantAlarm, instantPack, instantPackBill, instantPackMove, transfer } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import type { Counter } from '../claims/testing/won-tickets.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { decideRequest, proposeRequest } from './decide-request.ts';
import { packMap, packSteps } from './packs/pack-map.ts';
import { settleWhenLowPrizesGone } from './packs/settle-packs.ts';
import { shipPacks } from './packs/ship-packs.ts';
import { activatePack, receivePack, reportStolen, returnPack } from './packs/shop-packs.ts';
import { runInstantsDay } from './run-day.ts';
import type { StoredRun } from './runs/run.store.ts';
import { asGame, type InstantWorld, instantWorld, mover, OFFICIALS, printedPapers } from './testing/instant-world.ts';
import { payInstant } from './tickets/pay-instant.ts';

const DAY = 86_400_000;

let world: World;
let instants: InstantWorld;
let run: StoredRun;
let counter: Counter;
let other: Counter;
beforeAll(async () => {
  world = await makeWorld();
  instants = instantWorld(world);
  run = await instants.openedRun(printedPapers);
  counter = await instants.newCounter();
  other = await instants.newCounter();
}, 60_000);
afterAll(async () => {
  instants.end();
  await world.end();
});

type Step = typeof receivePack;
const step = (work: Step, shop: Counter, pack: number, of: StoredRun = run) =>
  instants.core.inTransaction((tx) => work(instants.core, tx, shop.accountId, mover(shop), { game: of.game, pack }));
const giveBack = (shop: Counter, pack: number, unsold: readonly number[] | null, of: StoredRun = run) =>
  instants.core.inTransaction((tx) => returnPack(instants.core, tx, shop.accountId, mover(shop), { game: of.game, pack, unsold }));
const ship = (shop: Counter, from: number, to = from) =>
  instants.core.inTransaction((tx) => shipPacks(instants.core, tx, OFFICIALS.one, { runId: run.id, shopId: shop.accountId, from, to }));
const packOf = async (pack: number, of: StoredRun = run) => {
  const [row] = await world.db
    .select()
    .from(instantPack)
    .where(and(eq(instantPack.runId, of.id), eq(instantPack.pack, pack)));
  return row;
};
const billsOf = (pack: number, of: StoredRun = run) =>
  world.db
    .select()
    .from(instantPackBill)
    .where(and(eq(instantPackBill.runId, of.id), eq(instantPackBill.pack, pack)));
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'ok' : outcome.code);

describe('a pack', () => {
  it('goes from the warehouse to the shop and on sale, each step with who, when and from where', async () => {
    expectOk(await ship(counter, 1, 2));
    expect(codeOf(await step(activatePack, counter, 1))).toBe('pack_elsewhere');
    expect(codeOf(await step(receivePack, other, 1))).toBe('pack_not_found');
    expectOk(await step(receivePack, counter, 1));
    expectOk(await step(activatePack, counter, 1));
    const steps = await packSteps(world.db, run.id, 1);
    expect(steps.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      ['warehouse', 'shipped', OFFICIALS.one],
      ['shipped', 'received', `terminal:${counter.terminalId}`],
      ['received', 'activated', `terminal:${counter.terminalId}`],
    ]);
    expect(steps.every(({ at, shopId }) => at instanceof Date && shopId === counter.accountId)).toBe(true);
    expect(codeOf(await ship(other, 1))).toBe('pack_elsewhere');
    const map = await packMap(world.db, run.id);
    expect(map.map(({ from, to, state }) => [from, to, state])).toEqual([
      [1, 1, 'activated'],
      [2, 2, 'shipped'],
      [3, 20, 'warehouse'],
    ]);
  });

  it('takes no way that does not exist, whoever writes to the database', async () => {
    const move = (change: Partial<typeof instantPackMove.$inferInsert>) =>
      world.db.insert(instantPackMove).values({
        runId: run.id,
        pack: 3,
        n: 1,
        fromState: 'warehouse',
        toState: 'shipped',
        actor: 'x',
        at: new Date(),
        ...change,
      });
    const refusedBy = (constraint: string) => ({ cause: { constraint_name: constraint } });
    await expect(move({ toState: 'activated' })).rejects.toMatchObject(refusedBy('instant_pack_way'));
    await expect(move({ fromState: 'received', toState: 'activated' })).rejects.toMatchObject(refusedBy('instant_pack_way'));
    await expect(move({ n: 2, toState: 'stolen', reason: 'r' })).rejects.toMatchObject(refusedBy('instant_pack_way'));
    await expect(move({ pack: 1, n: 4, fromState: 'activated', toState: 'settled', accountId: counter.accountId })).rejects.toMatchObject(
      refusedBy('instant_pack_billed'),
    );
    await expect(move({ pack: 2, n: 2, fromState: 'shipped', toState: 'received', accountId: other.accountId })).rejects.toMatchObject(
      refusedBy('instant_pack_elsewhere'),
    );
    await expect(world.db.update(instantPack).set({ state: 'activated' })).rejects.toMatchObject({ cause: { code: '42501' } });
    expect((await packOf(3))?.state).toBe('warehouse');
  });

  it('is received once by twenty clerks who press at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => step(receivePack, counter, 2)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'pack_elsewhere']));
    expect((await packOf(2))?.moves).toBe(2);
  });

  it('is billed when the next one is activated: price to the shop’s account, commission to the shop, once', async () => {
    expectOk(await step(activatePack, counter, 2));
    expect((await packOf(1))?.state).toBe('settled');
    expect(await billsOf(1)).toMatchObject([
      { tickets: 30, amountCents: 6_000n, commissionCents: 300n, trigger: 'next-pack', accountId: counter.accountId },
    ]);
    const moved = await world.db
      .select()
      .from(transfer)
      .where(and(eq(transfer.reference, run.id), inArray(transfer.kind, ['instant-pack', 'shop-commission'])));
    expect(moved.map(({ debitCode, creditCode, amountCents }) => [debitCode, creditCode, amountCents])).toEqual([
      [CODES['shop-settlement'], CODES.stakes, 6_000n],
      [CODES.stakes, CODES['shop-commission'], 300n],
    ]);
  });

  it('is billed when its days are over', async () => {
    await runInstantsDay(instants.at(new Date(Date.now() + 29 * DAY)));
    expect((await packOf(2))?.state).toBe('activated');
    await runInstantsDay(instants.at(new Date(Date.now() + 31 * DAY)));
    expect((await packOf(2))?.state).toBe('settled');
    expect(await billsOf(2)).toMatchObject([{ trigger: 'days', amountCents: 6_000n }]);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('is billed when four fifths of its low prizes have been paid, and not before', async () => {
    await instants.activePacks(run, counter, 4);
    const first = 3 * run.packSize;
    const low = (await instants.outcomes(run))
      .slice(first, first + run.packSize)
      .filter(({ tier }) => tier && ['5', '2'].includes(tier.id));
    const due = Math.ceil(low.length * 0.8);
    for (const [paid, { index, prizeCents }] of low.slice(0, due).entries()) {
      expect((await packOf(4))?.state, `${paid} of ${low.length} paid`).toBe('activated');
      const ticket = await instants.ticket(run, index);
      expectOk(
        await instants.core.inTransaction((tx) =>
          payInstant(
            instants.core,
            tx,
            { ...counter, paysUpToCents: 200_000n },
            { ...ticket, amountCents: prizeCents, identification: null, key: randomUUID(), onJudged: () => undefined },
          ),
        ),
      );
      await settleWhenLowPrizesGone(instants.core, run.id, 4);
    }
    expect((await packOf(4))?.state).toBe('settled');
    expect(await billsOf(4)).toMatchObject([{ trigger: 'low-prizes' }]);
  });

  it('that comes back is billed for what was sold of it, and an unopened one for nothing', async () => {
    await instants.receivedPacks(run, counter, 5);
    expect(codeOf(await giveBack(counter, 5, [1]))).toBe('unsold_tickets_expected');
    expectOk(await giveBack(counter, 5, null));
    expect(await billsOf(5)).toEqual([]);
    await instants.activePacks(run, counter, 6);
    expect(codeOf(await giveBack(counter, 6, null))).toBe('unsold_tickets_expected');
    expect(codeOf(await giveBack(counter, 6, [30]))).toBe('invalid_input');
    expectOk(await giveBack(counter, 6, [27, 28, 29]));
    expect(await billsOf(6)).toMatchObject([{ tickets: 27, amountCents: 5_400n, trigger: 'returned' }]);
    // Intact, it goes out again; one that was on sale does not.
    expectOk(await ship(other, 5));
    expect(codeOf(await ship(other, 6))).toBe('pack_elsewhere');
  });

  it('of a shop without credit is not billed, and not put on sale over it', async () => {
    const poor = await instants.newCounter(5_999n);
    await instants.activePacks(run, poor, 7);
    await instants.receivedPacks(run, poor, 8);
    expect(codeOf(await step(activatePack, poor, 8))).toBe('credit_limit_reached');
    expect((await packOf(8))?.state).toBe('received');
    await runInstantsDay(instants.at(new Date(Date.now() + 31 * DAY)));
    expect((await packOf(7))?.state).toBe('activated');
    expect(await billsOf(7)).toEqual([]);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('is destroyed under a record: counted by one, before another, and only when the count is right', async () => {
    const ask = (tickets: number, packs = [6, 20]) =>
      instants.core.inTransaction((tx) =>
        proposeRequest(instants.core, tx, OFFICIALS.one, {
          kind: 'destruction',
          runId: run.id,
          packs,
          tickets,
          method: 'shredded',
          reason: 'end of game',
        }),
      );
    expect(codeOf(await ask(33, [6, 2]))).toBe('pack_elsewhere');
    expect(await ask(32)).toMatchObject({ ok: false, code: 'count_differs', facts: { expected: 33, counted: 32 } });
    const id = expectOk(await ask(33));
    const decide = (actor: string) =>
      instants.core.inTransaction((tx) => decideRequest(instants.core, tx, actor, { id, decision: 'approved' }));
    expect(codeOf(await decide(OFFICIALS.one))).toBe('four_eyes');
    expectOk(await decide(OFFICIALS.two));
    expect([(await packOf(6))?.state, (await packOf(20))?.state]).toEqual(['destroyed', 'destroyed']);
    expect(codeOf(await decide(OFFICIALS.two))).toBe('wrong_state');
  });

  it('reported stolen on sale is billed for what was sold before', async () => {
    await instants.activePacks(run, other, 9);
    const report = () =>
      instants.core.inTransaction((tx) =>
        reportStolen(instants.core, tx, other.accountId, mover(other), {
          game: run.game,
          pack: 9,
          unsold: Array.from({ length: 20 }, (_, i) => 10 + i),
          reason: 'burglary',
        }),
      );
    expectOk(await report());
    expect(codeOf(await report())).toBe('pack_elsewhere');
    expect(await billsOf(9)).toMatchObject([{ tickets: 10, trigger: 'stolen' }]);
  });
});

describe('selective selling', () => {
  it('is noticed when what comes back holds far fewer winners than chance leaves, and not otherwise', async () => {
    const alarms = () => world.db.select().from(instantAlarm).where(eq(instantAlarm.kind, 'selective-selling'));
    const fair = await instants.openedRun(asGame(printedPapers, 430));
    const blind = await instants.newCounter();
    await instants.activePacks(fair, blind, 1);
    for (let pack = 2; pack <= 12; pack += 1) {
      expectOk(
        await giveBack(
          blind,
          pack - 1,
          Array.from({ length: 15 }, (_, i) => 15 + i),
          fair,
        ),
      );
      await instants.activePacks(fair, blind, pack);
    }
    expect(await alarms()).toEqual([]);
    const picked = await instants.openedRun(asGame(printedPapers, 431));
    const outcomes = await instants.outcomes(picked);
    const sly = await instants.newCounter();
    for (let pack = 1; pack <= 8; pack += 1) {
      await instants.activePacks(picked, sly, pack);
      const own = outcomes.slice((pack - 1) * 30, pack * 30);
      const losers = own.filter(({ tier }) => tier === null).map(({ index }) => index % 30);
      expectOk(await giveBack(sly, pack, losers.slice(0, 15), picked));
    }
    const [alarm, ...more] = await alarms();
    expect(more).toEqual([]);
    expect(alarm?.runId).toBe(picked.id);
    expect(JSON.stringify(alarm?.facts)).not.toContain('winners');
  }, 60_000);
});

describe('the money of a run', () => {
  it('is split to the cent: stakes are empty, and fund, tax, commission and revenue are what was billed', async () => {
    await runInstantsDay(instants.core);
    const sums = await world.db.execute<{ code: number; net: string }>(sql`
      SELECT code, sum(amount)::text AS net FROM (
        SELECT credit_code AS code, amount_cents AS amount FROM transfer WHERE credit_owner = ${run.id}
        UNION ALL SELECT debit_code, -amount_cents FROM transfer WHERE debit_owner = ${run.id}) t GROUP BY code`);
    expect(Number(sums.find(({ code }) => code === CODES.stakes)?.net)).toBe(0);
    const [sold] = await world.db.execute<{ tickets: string }>(
      sql`SELECT sum(tickets)::text AS tickets FROM instant_pack_bill WHERE run_id = ${run.id}`,
    );
    const paid = await world.db.execute<{ paid: string }>(
      sql`SELECT coalesce(sum(amount_cents), 0)::text AS paid FROM instant_payment WHERE run_id = ${run.id}`,
    );
    const fund = BigInt(sums.find(({ code }) => code === CODES['instant-fund'])?.net ?? 0);
    expect(fund).toBe((90_000n * BigInt(sold?.tickets ?? 0)) / 600n - BigInt(paid[0]?.paid ?? 0));
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});
