import { randomBytes, randomUUID } from 'node:crypto';
import { contestResult, contest as contestTable, paymentChunk, prize, prizeTable, transfer } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { expectOk } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { type InTransaction, transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { closeContest, engineCache, findContest, sealContest } from '../contests/index.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { payContest } from './pay-contest.ts';
import { CHUNK_ENTRIES } from './sealed-chunks.ts';
import { settleContest } from './settle-contest.ts';
import { settlementProgress } from './settlement-progress.ts';

const WINNING = [4, 11, 17, 32, 33, 45];

let world: World;
let core: Core;
let intake: Intake;
let players: string[];
let shop: string;
const engineOf = engineCache();
const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));

beforeAll(async () => {
  world = await makeWorld();
  core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 2, batchMax: 500, queueMax: 100_000 },
  );
  players = await Promise.all(Array.from({ length: 20 }, () => world.newPlayer(100_000_000n)));
  shop = await world.newShop(100_000_000n);
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

/** A draw of so many single lines, sold, sealed, settled and reconciled: ready to be paid. Every tenth ticket is a shop's. */
async function reconciledDraw(tickets: number): Promise<string> {
  const { contestId, productVersionId } = await world.newContest({ definition: cims645 });
  const found = await findContest(world.db, contestId);
  if (!found) throw new Error('the draw is gone');
  const counter = { channel: 'shop' as const, terminalId: world.ids.next(), clerkId: world.ids.next() };
  const online = { channel: 'online' as const, terminalId: null, clerkId: null };
  await Promise.all(
    Array.from({ length: tickets }, async (_, i) => {
      // The first of the shop and the first of a player win; chance does the rest.
      const wager = i < 2 ? { kind: 'draw', lines: [{ main: WINNING }] } : { kind: 'draw', quickPicks: 1 };
      const { lines, stakeCents } = expectOk(engineOf(found).parseWager(wager, below));
      const seller = i % 10 === 0 ? { accountId: shop, ...counter } : { accountId: players[i % players.length] ?? '', ...online };
      const order = { ...seller, key: randomUUID(), inputHash: sha256(Buffer.from(String(i))), productVersionId, contestIds: [contestId] };
      expectOk(await intake.sell({ ...order, lines, stakePerContest: stakeCents }));
    }),
  );
  await world.db.update(contestTable).set({ closesAt: new Date() }).where(eq(contestTable.id, contestId));
  expectOk(await closeContest(core, contestId));
  expectOk(await sealContest(core, contestId));
  const result = { panels: { main: [...WINNING] }, bonuses: { bonus: [25] } };
  await world.db.insert(contestResult).values({
    contestId,
    version: 1,
    result,
    origin: 'rng',
    enteredBy: ['one'],
    certifiedBy: 'two',
    certifiedAt: new Date(),
    at: new Date(),
  });
  await world.db.update(contestTable).set({ state: 'certified', resultVersion: 1 }).where(eq(contestTable.id, contestId));
  expectOk(await settleContest(core, contestId));
  await world.db.update(contestTable).set({ state: 'reconciled' }).where(eq(contestTable.id, contestId));
  return contestId;
}

/** Prizes stand in rows, transfers and table for the same money, each once. */
async function expectPaidOnce(contestId: string): Promise<void> {
  const prizes = await world.db.select().from(prize).where(eq(prize.contestId, contestId));
  const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
  const paid = await world.db
    .select()
    .from(transfer)
    .where(and(eq(transfer.reference, contestId), eq(transfer.kind, 'prize')));
  expect(prizes.length).toBeGreaterThan(0);
  expect(prizes.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(table?.prizesCents);
  expect(paid.map(({ id }) => id).sort()).toEqual(prizes.map(({ id }) => id).sort());
  expect(new Set(prizes.map(({ ticketId }) => ticketId)).size).toBe(prizes.length);
  expect(new Set(paid.map(({ creditCode }) => creditCode))).toEqual(new Set([CODES['player-cash'], CODES['prizes-payable']]));
  expect((await findContest(world.db, contestId))?.state).toBe('published');
  expect(await verifyLedger(world.db)).toEqual([]);
}

/** A process that ends at the last moment of its n-th transaction: everything is written and nothing committed. */
const endingAt = (n: number): Core => {
  let transactions = 0;
  const inTransaction: InTransaction = (work) =>
    core.inTransaction(async (tx) => {
      const done = await work(tx);
      transactions += 1;
      if (transactions === n) throw new Error('the process ends here');
      return done;
    });
  return { ...core, inTransaction };
};

describe('paying a draw', () => {
  it('pays once when four workers pay the same stretch at once, and the job comes again afterwards', async () => {
    const contestId = await reconciledDraw(1_500);
    const answers = await Promise.all([1, 2, 3, 4].map(() => payContest(core, contestId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await expectPaidOnce(contestId);
    expect(await payContest(core, contestId)).toMatchObject({ ok: false, code: 'wrong_state' });
    await expectPaidOnce(contestId);
  });

  it('goes on after a crash in the middle of any of three stretches or of the publication: no prize is lost and none is paid again', async () => {
    const contestId = await reconciledDraw(2 * CHUNK_ENTRIES + 500);
    const paidStretches = async () => (await settlementProgress(world.db, { id: contestId, resultVersion: 1 })).paid;
    const endsAt = (transaction: number) => expect(payContest(endingAt(transaction), contestId)).rejects.toThrow('the process ends here');
    await endsAt(2);
    expect(await paidStretches()).toBe(1);
    await endsAt(1);
    expect(await paidStretches()).toBe(1);
    await endsAt(3);
    expect(await paidStretches()).toBe(3);
    expect((await findContest(world.db, contestId))?.state).toBe('reconciled');
    expectOk(await payContest(core, contestId));
    await expectPaidOnce(contestId);
    const stretches = await world.db.select().from(paymentChunk).where(eq(paymentChunk.contestId, contestId));
    expect(stretches.map(({ chunk }) => chunk).sort()).toEqual([1, 2, 3]);
  });
});
