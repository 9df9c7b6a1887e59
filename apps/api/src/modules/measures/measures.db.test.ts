import { randomUUID } from 'node:crypto';
import { contestRecord, contestStep, contest as contestTable, measureDecision, prize } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winPool } from '../../story/products.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { payClaim } from '../claims/index.ts';
import { closeContest } from '../contests/index.ts';
import { openControlClient } from '../control/index.ts';
import { runDraw } from '../draws/index.ts';
import { CODES, trialBalance, verifyLedger } from '../ledger/index.ts';
import { advanceContest } from '../procedure/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult, enterResult } from '../results/index.ts';
import { settleContest } from '../settlement/index.ts';
import { cancelTicket } from '../wagers/cancel-ticket.ts';
import { openSoldContests } from '../wagers/index.ts';
import { ticketIdentity } from '../wagers/ticket-identity.ts';
import { decideMeasure, lockOf, measuresUnder, possibleMeasures, proposeBreakdown, proposeMeasure } from './index.ts';

let world: ProcedureWorld;
beforeAll(async () => {
  world = await makeProcedureWorld();
});
afterAll(() => world.end());

const straight = (runner: number, stakeCents = 100) => ({
  kind: 'pool',
  selections: { form: 'straight', runners: [runner] },
  stakeCents: String(stakeCents),
});
const finish = (...order: number[]) => ({ legs: [{ kind: 'finish', order: order.map((runner) => [runner]) }] });
const quickPick = { kind: 'draw', quickPicks: 1 };

const propose = (contestId: string, kind: 'release' | 'void' | 'correction', actor = 'official-1') =>
  proposeMeasure(world.core, actor, { contestId, kind, reason: 'looked into and written down' });
const decide = (id: string, approve = true, actor = 'official-2') => decideMeasure(world.core, actor, id, approve);

async function carryThrough(contestId: string, kind: 'release' | 'void' | 'correction'): Promise<void> {
  expectOk(await decide(expectOk(await propose(contestId, kind))));
}

async function stepFacts(contestId: string, step: string): Promise<Record<string, unknown>[]> {
  const rows = await world.db
    .select({ facts: contestStep.facts })
    .from(contestStep)
    .where(and(eq(contestStep.contestId, contestId), eq(contestStep.step, step)))
    .orderBy(contestStep.seq);
  return rows.map(({ facts }) => facts as Record<string, unknown>);
}

const cashOf = (accountId: string) => world.balanceOf(CODES['player-cash'], accountId);

const claimTicket = (ticketId: string, amountCents: bigint) =>
  payClaim(
    { ...world.core, soldContests: openSoldContests(world.db) },
    {
      serial: ticketIdentity(world.keys, ticketId).serial,
      amountCents,
      identification: null,
      shopPaysUpToCents: 10_000_000n,
      payer: { accountId: world.counter.shopId, terminalId: world.counter.terminalId, clerkId: world.counter.clerkId },
      key: randomUUID(),
    },
  );

/** An exacta that nobody has: the pool goes to who has either place, which the control system has no code for. */
async function paymentLockedRace(): Promise<{ contestId: string; player: string }> {
  const contestId = await world.newRace({
    ...winPool,
    bet: { type: 'exacta' },
    cascade: [{ step: 'either-place', places: [1, 2] }, { step: 'refund' }],
  });
  const player = await world.newPlayer(100_000n);
  const wager = (runners: number[]) => ({ kind: 'pool', selections: { form: 'straight', runners }, stakeCents: '100' });
  await world.sell(
    [contestId],
    Array.from({ length: 20 }, (_, i) => ({ accountId: player, wager: wager(i % 2 === 0 ? [2, 1] : [4, 5]) })),
  );
  await enterRace(contestId, finish(3, 1, 2));
  await world.advanceTo(contestId, 'locked');
  return { contestId, player };
}

async function enterRace(contestId: string, result: unknown): Promise<void> {
  expectOk(await closeContest(world.core, contestId, { actor: 'desk-1', source: 'flag' }));
  await world.waitSigned(contestId);
  expectOk(await enterResult(world.core, contestId, 'desk-1', result));
  expectOk(await enterResult(world.core, contestId, 'desk-2', result));
  expectOk(await certifyResult(world.core, contestId, 'desk-3', (await world.reload(contestId)).resultVersion));
}

describe('a measure', () => {
  it('takes two people, by command and by the database; is decided once; and stands alone', async () => {
    const contestId = await world.newRace(winPool);
    expect(await propose(world.ids.next(), 'void')).toMatchObject({ code: 'contest_not_found' });
    expect(await propose(contestId, 'release')).toMatchObject({ code: 'wrong_state' });
    expect(await propose(contestId, 'correction')).toMatchObject({ code: 'wrong_state' });
    const id = expectOk(await propose(contestId, 'void'));
    expect(await propose(contestId, 'void', 'official-2')).toMatchObject({ code: 'measure_pending' });
    expect(await decide(id, true, 'official-1')).toMatchObject({ code: 'four_eyes' });
    const self = world.db
      .insert(measureDecision)
      .values({ measureId: id, proposedBy: 'official-1', decidedBy: 'official-1', approved: true, at: new Date() });
    await expect(self).rejects.toMatchObject({ cause: { constraint_name: 'four_eyes' } });
    const underAnotherName = world.db
      .insert(measureDecision)
      .values({ measureId: id, proposedBy: 'somebody-else', decidedBy: 'official-1', approved: true, at: new Date() });
    await expect(underAnotherName).rejects.toMatchObject({ cause: { code: '23503' } });

    expectOk(await decide(id, false));
    expect((await world.reload(contestId)).state).toBe('open');
    expect(await decide(id)).toMatchObject({ code: 'already_decided' });
    expect(await decide(world.ids.next())).toMatchObject({ code: 'measure_not_found' });

    const again = expectOk(await propose(contestId, 'void'));
    const both = await Promise.all([decide(again, true, 'official-2'), decide(again, true, 'official-3')]);
    expect(both.map((one) => (one.ok ? 'decided' : one.code)).sort()).toEqual(['already_decided', 'decided']);
    expect((await stepFacts(contestId, 'voided')).length).toBe(1);
    await world.advanceTo(contestId, 'void');
  });

  it('that stopped being possible while it waited is refused and leaves no decision behind', async () => {
    const { contestId } = await paymentLockedRace();
    const id = expectOk(await propose(contestId, 'release'));
    await world.db.update(contestTable).set({ state: 'settled' }).where(eq(contestTable.id, contestId));
    expect(await decide(id)).toMatchObject({ code: 'wrong_state' });
    expect(await world.db.select().from(measureDecision).where(eq(measureDecision.measureId, id))).toEqual([]);
    await world.db.update(contestTable).set({ state: 'locked' }).where(eq(contestTable.id, contestId));
    expectOk(await decide(id));
    await world.advanceTo(contestId, 'archived');
  });
});

describe('a release', () => {
  it('of a payment lock waits for the control system, opens it once, and the contest is reconciled again and paid', async () => {
    const { contestId, player } = await paymentLockedRace();
    expect(await lockOf(world.db, contestId)).toMatchObject({ cause: 'payment-locked', facts: { reason: 'not_supported' } });
    const before = await cashOf(player);
    expectOk(await decide(expectOk(await propose(contestId, 'release'))));
    const unreachable = { ...world.deps, control: openControlClient({ url: 'http://127.0.0.1:9', token: 'none' }) };
    await expect(advanceContest(unreachable, contestId)).rejects.toThrow('did not answer');
    expect((await world.reload(contestId)).state).toBe('locked');
    await world.advanceTo(contestId, 'archived');
    const [released, ...more] = await stepFacts(contestId, 'released');
    expect(more).toEqual([]);
    expect(released).toMatchObject({ cause: 'payment-locked', findings: expect.any(Number) });
    expect(expectOk(await world.control.client.contest(contestId)).releases).toMatchObject([{ actors: ['official-1', 'official-2'] }]);
    expect(await cashOf(player)).toBeGreaterThan(before);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('whose answer was lost opens the contest when the job comes again', async () => {
    const { contestId } = await paymentLockedRace();
    expectOk(await decide(expectOk(await propose(contestId, 'release'))));
    // The control system has released; the worker died before it could write that down.
    expectOk(
      await world.control.client.release(contestId, { actors: ['official-1', 'official-2'], reason: 'looked into and written down' }),
    );
    await world.advanceTo(contestId, 'archived');
    expect(await stepFacts(contestId, 'released')).toMatchObject([{ findings: 0 }]);
  });
});

describe('a void', () => {
  it('of an open draw ends its sale, seals, and gives every stake back once: players, shop tickets, and not what was cancelled', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645 });
    const { contestId } = await world.newDraw(productVersionId, 2, 3_600_000);
    const { contestId: otherId } = await world.newDraw(productVersionId, 3, 3_600_000);
    for (let attempt = 0; attempt < 100 && (await world.reload(contestId)).state !== 'open'; attempt += 1) {
      await Promise.allSettled([advanceContest(world.deps, contestId), advanceContest(world.deps, otherId)]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await world.advanceTo(otherId, 'open');
    const [one, two] = await Promise.all([world.newPlayer(100_000n), world.newPlayer(100_000n)]);
    const { shopId } = world.counter;
    const shopOwedBefore = await world.balanceOf(CODES['prizes-payable'], shopId);
    const [cancelled = ''] = await world.sell([contestId], [{ accountId: one, wager: quickPick }]);
    const stake = 100_000n - (await cashOf(one));
    expect(stake).toBeGreaterThan(0n);
    expectOk(
      await cancelTicket(
        { ...world.core, soldContests: openSoldContests(world.db) },
        {
          accountId: one,
          terminalId: null,
          ticketId: cancelled,
          serial: ticketIdentity(world.keys, cancelled).serial,
          actor: 'player',
          reason: 'changed my mind',
        },
      ),
    );
    await world.sell(
      [contestId, otherId],
      Array.from({ length: 30 }, () => ({ accountId: two, wager: quickPick })),
    );
    const [shopTicket = ''] = await world.sell([contestId], [{ accountId: shopId, wager: quickPick }]);

    const id = expectOk(await propose(contestId, 'void'));
    expectOk(await decide(id));
    expect(await world.reload(contestId)).toMatchObject({ state: 'voiding' });
    const late = await world.intake.sell({
      accountId: two,
      key: randomUUID(),
      inputHash: new Uint8Array(32),
      channel: 'online',
      terminalId: null,
      clerkId: null,
      productVersionId,
      contestIds: [contestId],
      lines: new Uint8Array([1]),
      stakePerContest: stake as never,
    });
    expect(late).toMatchObject({ code: 'contest_closed' });
    expect(await claimTicket(shopTicket, stake)).toMatchObject({ code: 'too_early' });
    await world.advanceTo(contestId, 'void');

    expect(await cashOf(one)).toBe(100_000n);
    // The other draw's thirty stakes stay where they are.
    expect(await cashOf(two)).toBe(100_000n - 30n * stake);
    expect((await world.balanceOf(CODES['prizes-payable'], shopId)) - shopOwedBefore).toBe(stake);
    expect(await world.balanceOf(CODES.stakes, contestId)).toBe(0n);
    expect(await world.balanceOf(CODES.stakes, otherId)).toBe(30n * stake);
    const claims = await Promise.all([claimTicket(shopTicket, stake), claimTicket(shopTicket, stake)]);
    expect(claims.map((answer) => (answer.ok ? 'paid' : answer.code)).sort()).toEqual(['already_paid', 'paid']);
    expect(await world.db.select().from(prize).where(eq(prize.ticketId, cancelled))).toEqual([]);
    expect(await verifyLedger(world.db)).toEqual([]);

    const [record] = await world.db.select().from(contestRecord).where(eq(contestRecord.contestId, contestId));
    expect(JSON.parse(record?.document ?? '').body).toMatchObject({
      kind: 'void',
      people: { proposedBy: 'official-1', decidedBy: 'official-2' },
      refunds: { tickets: 31, cents: String(31n * stake) },
      seal: { body: { count: 32, cancelledCount: 1 } },
      receipts: [{ body: { kind: 'seal' } }],
    });
    const contest = await world.reload(contestId);
    expect(await world.deps.archive.get(archiveName(contest, contest.resultVersion, 'json'))).toEqual(Buffer.from(record?.document ?? ''));
    expect(await propose(contestId, 'void')).toMatchObject({ code: 'wrong_state' });
  }, 60_000);

  it('of a settled draw takes every posting back: tax, fund, jackpot, commission; and the next draw gets the carry it was given', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645 });
    await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
    const first = await world.newDraw(productVersionId, 2, 6_000);
    const second = await world.newDraw(productVersionId, 3, 8_000);
    const third = await world.newDraw(productVersionId, 4, 10_000);
    const ids = [first, second, third].map(({ contestId }) => contestId);
    for (const id of ids) await world.advanceTo(id, 'open');
    const player = await world.newPlayer(100_000n);
    const { shopId } = world.counter;
    const before = await trialBalance(world.db);
    const beforeCash = await cashOf(player);
    await world.sell(
      ids,
      Array.from({ length: 40 }, () => ({ accountId: player, wager: quickPick })),
    );
    await world.sell(
      ids.slice(1, 2),
      Array.from({ length: 10 }, () => ({ accountId: shopId, wager: quickPick })),
    );
    const draw = async ({ contestId, secret }: { contestId: string; secret: Uint8Array }) => {
      await world.advanceTo(contestId, 'sealed');
      await world.reveal(contestId, secret);
      expectOk(await runDraw(world.core, contestId, 'official-1'));
      expectOk(await certifyResult(world.core, contestId, 'official-2', 1));
    };
    await draw(first);
    await world.advanceTo(first.contestId, 'archived');
    const afterFirst = await trialBalance(world.db);
    const cashAfterFirst = await cashOf(player);
    await draw(second);
    expectOk(await settleContest(world.core, second.contestId));
    await carryThrough(second.contestId, 'void');
    expect(await world.balanceOf(CODES.stakes, second.contestId)).toBeGreaterThan(0n);
    expect(await world.balanceOf(CODES['prize-fund'], second.contestId)).toBe(0n);
    await world.advanceTo(second.contestId, 'void');
    const after = await trialBalance(world.db);
    const moved = (name: string) =>
      (after.rows.find((row) => row.name === name)?.balanceCents ?? 0n) -
      (afterFirst.rows.find((row) => row.name === name)?.balanceCents ?? 0n);
    for (const name of [
      'tax-payable',
      'jackpot',
      'reserve',
      'operator-revenue',
      'operator-loss',
      'prize-fund',
      'guarantee-top-up',
      'shop-commission',
    ])
      expect(moved(name), name).toBe(0n);
    expect(cashAfterFirst).toBeLessThan(beforeCash);
    expect(await cashOf(player)).toBe(cashAfterFirst + 40n * 100n);
    expect(moved('prizes-payable')).toBe(10n * 100n);
    expect(before.differenceCents).toBe(0n);

    await draw(third);
    await world.advanceTo(third.contestId, 'archived');
    const [carries] = await world.db.execute<{ left: unknown; taken: unknown }>(sql`
      SELECT (SELECT carry FROM prize_table WHERE contest_id = ${first.contestId}) AS left,
        (SELECT carried_in FROM contest WHERE id = ${third.contestId}) AS taken`);
    expect(carries?.taken).toEqual(carries?.left);
    expect(await verifyLedger(world.db)).toEqual([]);
    expect(await propose(first.contestId, 'void')).toMatchObject({ code: 'wrong_state' });
  }, 120_000);

  it('by breakdown takes every open contest of the product under one decision, and no other', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645, state: 'scheduled' });
    const [slug] = await world.db.execute<{ slug: string; other: string }>(sql`
      SELECT slug FROM product p JOIN product_version v ON v.product_id = p.id WHERE v.id = ${productVersionId}`);
    const draws = await Promise.all([2, 3].map((number) => world.newDraw(productVersionId, number, 3_600_000)));
    const elsewhere = await world.newRace(winPool);
    const player = await world.newPlayer(100_000n);
    for (const { contestId } of draws) await world.advanceTo(contestId, 'open');
    await world.sell(
      draws.map(({ contestId }) => contestId),
      Array.from({ length: 5 }, () => ({ accountId: player, wager: quickPick })),
    );
    expect(await proposeBreakdown(world.core, 'official-1', { product: 'no-such-game', reason: 'fire in the machine room' })).toMatchObject(
      {
        code: 'not_found',
      },
    );
    const id = expectOk(
      await proposeBreakdown(world.core, 'official-1', { product: slug?.slug ?? '', reason: 'fire in the machine room' }),
    );
    expect(await decide(id, true, 'official-1')).toMatchObject({ code: 'four_eyes' });
    expectOk(await decide(id));
    for (const { contestId } of draws) await world.advanceTo(contestId, 'void');
    expect((await world.reload(elsewhere)).state).toBe('open');
    expect(await cashOf(player)).toBe(100_000n);
    const under = await measuresUnder(world.db, id);
    expect(under.map(({ contestId, end }) => ({ contestId, end: end?.facts }))).toEqual(
      draws
        .map(({ contestId }) => contestId)
        .sort()
        .map((contestId) => ({ contestId, end: { tickets: 5, refundedCents: '500' } })),
    );
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);
});

// Last: the row that this puts into the ledger stays there.
describe('a release, after somebody was in the database,', () => {
  it('of a seal with a forged row never gets it countersigned: the interval is named again, and only the void is left', async () => {
    const contestId = await world.newRace(winPool);
    const player = await world.newPlayer(100_000n);
    await world.sell(
      [contestId],
      Array.from({ length: 12 }, () => ({ accountId: player, wager: straight(2) })),
    );
    expectOk(await closeContest(world.core, contestId, { actor: 'desk-1', source: 'flag' }));
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const forged = world.ids.next();
    await owner`INSERT INTO entry SELECT contest_id, ${forged}, account_id, lines, stake_cents, commitment FROM entry WHERE contest_id = ${contestId} LIMIT 1`;
    await owner`INSERT INTO transfer SELECT account_id, ${world.ids.next()}, ${forged}, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at
      FROM transfer WHERE reference = ${contestId} AND kind = 'stake' LIMIT 1`;
    await owner.end();
    await world.advanceTo(contestId, 'locked');
    const lock = await lockOf(world.db, contestId);
    expect(lock).toMatchObject({ cause: 'seal-refused', goesOn: 'sealed', facts: { code: 'mismatch', count: 12 } });
    expect(lock.facts).toHaveProperty('untilTicketId');
    await carryThrough(contestId, 'release');
    for (let attempt = 0; attempt < 100 && (await stepFacts(contestId, 'seal-refused')).length < 2; attempt += 1)
      await Promise.allSettled([advanceContest(world.deps, contestId)]);
    expect(await stepFacts(contestId, 'seal-refused')).toMatchObject([{ code: 'mismatch' }, { code: 'mismatch' }]);
    expect(await world.db.execute(sql`SELECT 1 FROM seal_countersignature WHERE contest_id = ${contestId}`)).toEqual([]);
    expect(await possibleMeasures(world.db, await world.reload(contestId), new Date())).toEqual(['release', 'void']);
  });
});
