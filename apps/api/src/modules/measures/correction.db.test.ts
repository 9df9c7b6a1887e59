import { randomUUID } from 'node:crypto';
import { contestRecord, contestResult, contest as contestTable, prizeTable, recallChunk } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { payClaim } from '../claims/index.ts';
import { engineCache, openLiveFigures, viewOfContest } from '../contests/index.ts';
import { CODES, HOUSE, verifyLedger } from '../ledger/index.ts';
import { archiveName } from '../reporting/index.ts';
import { certifyResult, enterResult } from '../results/index.ts';
import { openSoldContests } from '../wagers/index.ts';
import { ticketIdentity } from '../wagers/ticket-identity.ts';
import { decideMeasure, proposeMeasure } from './index.ts';

let world: ProcedureWorld;
beforeAll(async () => {
  world = await makeProcedureWorld();
});
afterAll(() => world.end());

const line = (...main: number[]) => ({ kind: 'draw', lines: [{ main }] });
const drawn = (bonus: number, ...main: number[]) => ({ panels: { main }, bonuses: { bonus: [bonus] } });
const V1 = drawn(40, 1, 2, 3, 4, 5, 6);
const V2 = drawn(41, 3, 4, 5, 6, 7, 8);
/** Three hits pay 5.00, four pay 50.00. */
const ONLY_V1 = line(1, 2, 3, 20, 21, 22);
const ONLY_V2 = line(6, 7, 8, 20, 21, 22);
const BOTH = line(3, 4, 5, 20, 21, 22);
const FOUR_ON_V2 = line(3, 4, 5, 7, 20, 21);
const cashOf = (accountId: string) => world.balanceOf(CODES['player-cash'], accountId);
const operatorLoss = async () => -(await world.balanceOf(CODES['operator-loss'], HOUSE));

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

async function withdraw(contestId: string): Promise<void> {
  const id = expectOk(
    await proposeMeasure(world.core, 'official-1', { contestId, kind: 'correction', reason: 'the balls were read wrong' }),
  );
  expect(await decideMeasure(world.core, 'official-1', id, true)).toMatchObject({ code: 'four_eyes' });
  expectOk(await decideMeasure(world.core, 'official-2', id, true));
}

async function type(contestId: string, result: unknown): Promise<void> {
  expectOk(await enterResult(world.core, contestId, 'desk-1', result));
  expectOk(await enterResult(world.core, contestId, 'desk-2', result));
}

const viewNow = async (contestId: string) =>
  viewOfContest(world.db, openLiveFigures(world.db, engineCache()), await world.reload(contestId), null);

describe('a corrected result (R06)', () => {
  let contestId: string;
  let elsewhere: string;
  let keeps: string;
  let spends: string;
  let winsBoth: string;
  let winsLater: string;
  const shop = { cashed: '', cashedThenMore: '', unclaimed: '', later: '' };
  let lossBefore: bigint;
  let payableBefore: bigint;

  it('is paid as version 1 first: accounts credited, two tickets handed over in cash, one not presented', async () => {
    const { shopId } = world.counter;
    lossBefore = await operatorLoss();
    payableBefore = await world.balanceOf(CODES['prizes-payable'], shopId);
    const { productVersionId } = await world.newContest({ definition: cims645 });
    await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.productVersionId, productVersionId));
    contestId = await world.newMachineDraw(productVersionId, 2, 4_000);
    elsewhere = await world.newMachineDraw(productVersionId, 3, 20_000);
    [keeps = '', spends = '', winsBoth = '', winsLater = ''] = await Promise.all(
      [1_000n, 100n, 1_000n, 1_000n].map((cash) => world.newPlayer(cash)),
    );
    [shop.cashed = '', shop.cashedThenMore = '', shop.unclaimed = '', shop.later = ''] = await world.sell(
      [contestId],
      [
        { accountId: shopId, wager: ONLY_V1 },
        { accountId: shopId, wager: FOUR_ON_V2 },
        { accountId: shopId, wager: ONLY_V1 },
        { accountId: shopId, wager: ONLY_V2 },
        { accountId: keeps, wager: ONLY_V1 },
        { accountId: spends, wager: ONLY_V1 },
        { accountId: winsBoth, wager: BOTH },
        { accountId: winsLater, wager: ONLY_V2 },
      ],
    );
    await world.waitSigned(contestId);
    await type(contestId, V1);
    expectOk(await certifyResult(world.core, contestId, 'desk-3', 1));
    await world.advanceTo(contestId, 'archived');
    expect(await Promise.all([keeps, spends, winsBoth, winsLater].map(cashOf))).toEqual([1_400n, 500n, 1_400n, 900n]);
    expectOk(await claimTicket(shop.cashed, 500n));
    expectOk(await claimTicket(shop.cashedThenMore, 500n));
    await world.sell(
      [elsewhere],
      Array.from({ length: 4 }, () => ({ accountId: spends, wager: ONLY_V1 })),
    );
    expect(await cashOf(spends)).toBe(100n);
  }, 60_000);

  it('pays nothing and is shown to nobody as the result from the moment two people have withdrawn it', async () => {
    await withdraw(contestId);
    expect(await claimTicket(shop.unclaimed, 500n)).toMatchObject({ code: 'result_being_corrected' });
    const view = await viewNow(contestId);
    expect(view).toMatchObject({ state: 'correcting', result: null, prizes: null, earlierResults: [{ version: 1 }] });
    expect(view.steps.map(({ step }) => step)).not.toContain('correction-proposed');
    await type(contestId, V2);
    expect(await viewNow(contestId)).toMatchObject({ state: 'drawn', result: null, earlierResults: [{ version: 1 }] });
    expect(await claimTicket(shop.unclaimed, 500n)).toMatchObject({ code: 'result_being_corrected' });
    for (const typist of ['desk-1', 'desk-2'])
      expect(await certifyResult(world.core, contestId, typist, 2)).toMatchObject({ code: 'four_eyes' });
    const byTypist = world.db
      .update(contestResult)
      .set({ certifiedBy: 'desk-2', certifiedAt: new Date() })
      .where(and(eq(contestResult.contestId, contestId), eq(contestResult.version, 2)));
    await expect(byTypist).rejects.toMatchObject({ cause: { constraint_name: 'correction_four_eyes' } });
    expectOk(await certifyResult(world.core, contestId, 'desk-3', 2));
  });

  it('takes credits back in pairs as far as balances reach, leaves cash where it is, and the operator bears the rest', async () => {
    await world.advanceTo(contestId, 'archived');
    expect(await Promise.all([keeps, spends, winsBoth, winsLater].map(cashOf))).toEqual([900n, 0n, 1_400n, 1_400n]);
    expect(await claimTicket(shop.unclaimed, 500n)).toMatchObject({ code: 'nothing_to_pay' });
    expect(await claimTicket(shop.cashed, 500n)).toMatchObject({ code: 'already_paid' });
    expectOk(await claimTicket(shop.later, 500n));
    // 4.00 that were spent and 5.00 in cash.
    expect((await operatorLoss()) - lossBefore).toBe(900n);
    const [recalled] = await world.db.select().from(recallChunk).where(eq(recallChunk.contestId, contestId));
    expect(recalled).toMatchObject({ recalledCents: 2_100n, keptCents: 900n });
    // What the second result gives above the cash of the first.
    expect((await world.balanceOf(CODES['prizes-payable'], world.counter.shopId)) - payableBefore).toBe(4_500n);
    expect(await world.balanceOf(CODES['prize-fund'], contestId)).toBe(0n);
    expect(await world.balanceOf(CODES.stakes, contestId)).toBe(0n);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('has both versions in the chain of records, the second naming the first, and both bundles verify', async () => {
    const records = await world.db
      .select()
      .from(contestRecord)
      .where(eq(contestRecord.contestId, contestId))
      .orderBy(contestRecord.resultVersion);
    const [first, second] = records.map(({ document }) => JSON.parse(document).body);
    expect(records).toHaveLength(2);
    expect(first).not.toHaveProperty('supersedes');
    expect(first.money.outflow.prizes).toBe('3000');
    expect(second.money.outflow.prizes).toBe('6500');
    expect(second.supersedes).toMatchObject({
      version: 1,
      recordHash: Buffer.from(records[0]?.documentHash ?? []).toString('hex'),
      reason: 'the balls were read wrong',
      people: { proposedBy: 'official-1', decidedBy: 'official-2' },
    });
    const contest = await world.reload(contestId);
    for (const version of [1, 2]) {
      const bundle = await world.deps.archive.get(archiveName(contest, version, 'valira'));
      expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0)).findings).toEqual([]);
    }
    const reconciled = await world.db.execute(
      sql`SELECT result_version, agrees FROM reconciliation WHERE contest_id = ${contestId} ORDER BY at`,
    );
    expect(reconciled.map((row) => ({ ...row }))).toEqual([
      { result_version: 1, agrees: true },
      { result_version: 2, agrees: true },
    ]);
    expect(await viewNow(contestId)).toMatchObject({ state: 'archived', result: { version: 2 }, earlierResults: [{ version: 1 }] });
  });

  it('may be corrected back: cash counts once, whatever the order, and the first winners have their prize again', async () => {
    await withdraw(contestId);
    await type(contestId, V1);
    expectOk(await certifyResult(world.core, contestId, 'desk-3', 3));
    await world.advanceTo(contestId, 'archived');
    expect(await Promise.all([keeps, spends, winsBoth, winsLater].map(cashOf))).toEqual([1_400n, 500n, 1_400n, 900n]);
    expectOk(await claimTicket(shop.unclaimed, 500n));
    // The cash of the first result is the prize again; that of the second is nobody's prize any more. What was spent stays written off.
    expect((await operatorLoss()) - lossBefore).toBe(400n + 500n);
    expect((await world.balanceOf(CODES['prizes-payable'], world.counter.shopId)) - payableBefore).toBe(0n);
    expect(await world.balanceOf(CODES['prize-fund'], contestId)).toBe(0n);
    expect(await verifyLedger(world.db)).toEqual([]);
    const tables = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId)).orderBy(prizeTable.resultVersion);
    expect(tables[2]?.tiers).toEqual(tables[0]?.tiers);
  });

  it('is refused once a later draw of the product was settled on what it left, and never takes the numbers of the generator', async () => {
    await world.waitSigned(elsewhere);
    await type(elsewhere, V2);
    expectOk(await certifyResult(world.core, elsewhere, 'desk-3', 1));
    await world.advanceTo(elsewhere, 'archived');
    const proposal = { contestId, kind: 'correction' as const, reason: 'the balls were read wrong' };
    expect(await proposeMeasure(world.core, 'official-1', proposal)).toMatchObject({ code: 'next_settled' });
    const { productVersionId } = await world.newContest({ definition: cims645 });
    const { contestId: generated } = await world.newDraw(productVersionId, 2, 3_600_000);
    expect(await proposeMeasure(world.core, 'official-1', { ...proposal, contestId: generated })).toMatchObject({ code: 'wrong_state' });
  }, 60_000);
});
