import { contest, contestResult, guarantee, prizeTable, productVersion, salesStop, winReview } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseWireId, wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import { account, postOperation } from '../ledger/index.ts';
import { watchShortfall } from './contest-liability.ts';
import { watchCover } from './guarantee-cover.ts';
import { reviewWins, unreviewedContests } from './review-wins.ts';
import { watchIdenticalLines } from './watch-identical-lines.ts';

let world: HttpWorld;
let owner: postgres.Sql;
let player: Person & { accountId: string };
beforeAll(async () => {
  world = await makeHttpWorld();
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  player = await world.newPlayerPerson(1_000_000n);
});
afterAll(async () => {
  await owner.end();
  await world.end();
});
afterEach(() =>
  owner.begin(async (tx) => {
    await tx`ALTER TABLE sales_stop DISABLE TRIGGER USER`;
    await tx`DELETE FROM sales_stop`;
    await tx`ALTER TABLE sales_stop ENABLE TRIGGER USER`;
  }),
);

const newDraw = () => world.newContest({ definition: cims645 });

async function buy(contestId: string, ...lines: readonly (readonly number[])[]): Promise<unknown> {
  const answer = await player.call('/v1/tickets', {
    body: {
      contestIds: [wireId('contest', contestId)],
      wager: { kind: 'draw', lines: lines.map((main) => ({ main })) },
      priceCents: String(100 * lines.length),
    },
  });
  return answer.status === 201 ? 'sold' : (await jsonOf(answer)).code;
}

const stops = async () => (await world.db.select().from(salesStop)).map(({ scope, rule }) => `${rule}: ${scope}`);

/** Puts a settled result beside what was sold: the tiers pay nothing that matters here. */
async function settledWith(contestId: string, main: readonly number[] | null): Promise<void> {
  const at = new Date();
  const result = main ? { panels: { main }, bonuses: { bonus: [45] } } : {};
  await world.db
    .insert(contestResult)
    .values({ contestId, version: 1, result, origin: 'rng', enteredBy: ['a'], certifiedBy: 'b', certifiedAt: at, external: null, at });
  await world.db.update(contest).set({ resultVersion: 1, state: 'closed' }).where(eq(contest.id, contestId));
  const tiers = ['6', '5-bonus', '5', '4', '3'].map((tier) => ({ tier, winners: '0', shareCents: '0', totalCents: '0' }));
  await world.db.insert(prizeTable).values({
    contestId,
    resultVersion: 1,
    tiers,
    prizesCents: 0n,
    refundsCents: 0n,
    carry: {},
    flows: [],
    operationId: world.ids.next(),
    at,
  });
}

describe('wins beyond chance', () => {
  it('stop the product: three different lines with five right among ten, as if they were made after the draw', async () => {
    const { contestId, productVersionId } = await newDraw();
    for (const last of [40, 41, 42]) expect(await buy(contestId, [1, 2, 3, 4, 5, last], [31, 32, 33, 34, 35, last])).toBe('sold');
    for (const last of [40, 41, 42, 43]) expect(await buy(contestId, [20, 21, 22, 23, 24, last])).toBe('sold');
    await settledWith(contestId, [1, 2, 3, 4, 5, 6]);
    expect(await unreviewedContests(world.core)).toContain(contestId);
    expect(await reviewWins(world.core, contestId)).toMatchObject([{ tier: '5', winners: 3, improbable: true }]);
    expect(await stops()).toEqual(['improbable-wins: product']);
    expect(await unreviewedContests(world.core)).not.toContain(contestId);
    const [version] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
    const [stop] = await world.db.select().from(salesStop);
    expect(stop?.subject).toBe(version?.productId);
    expect(await buy(contestId, [7, 8, 9, 10, 11, 12])).not.toBe('sold');
  });

  it('are not one popular line on many tickets, alone and beside others', async () => {
    const { contestId } = await newDraw();
    const popular = [1, 2, 3, 4, 5, 30];
    for (let i = 0; i < 6; i += 1) expect(await buy(contestId, popular)).toBe('sold');
    for (const last of [40, 41, 42, 43]) expect(await buy(contestId, popular, [20, 21, 22, 23, 24, last])).toBe('sold');
    await settledWith(contestId, [1, 2, 3, 4, 5, 6]);
    expect(await reviewWins(world.core, contestId)).toEqual([]);
    const [review] = await world.db.select().from(winReview).where(eq(winReview.contestId, contestId));
    expect(review).toMatchObject({ improbable: false, facts: { lines: '5', tiers: [{ tier: '5', winners: 1 }] } });
    expect(await stops()).toEqual([]);
  });

  it('are none where nothing was sold and the result came without numbers', async () => {
    const { contestId } = await newDraw();
    await settledWith(contestId, null);
    expect(await reviewWins(world.core, contestId)).toEqual([]);
    expect(await unreviewedContests(world.core)).not.toContain(contestId);
  });

  it('are reviewed once by four workers at once', async () => {
    const { contestId } = await newDraw();
    expect(await buy(contestId, [7, 8, 9, 10, 11, 12])).toBe('sold');
    await settledWith(contestId, [1, 2, 3, 4, 5, 6]);
    await Promise.all([1, 2, 3, 4].map(() => reviewWins(world.core, contestId)));
    expect(await world.db.$count(winReview, eq(winReview.contestId, contestId))).toBe(1);
  });
});

describe('a cap on identical lines', () => {
  it('stops that line once it is full, in that draw alone, and goes on selling every other', async () => {
    const { contestId, productVersionId } = await newDraw();
    await owner`ALTER TABLE product_version DISABLE TRIGGER USER`;
    await owner`UPDATE product_version SET identical_lines_cap = 3 WHERE id = ${productVersionId}`;
    await owner`ALTER TABLE product_version ENABLE TRIGGER USER`;
    const popular = [1, 2, 3, 4, 5, 6];
    for (let i = 0; i < 2; i += 1) await buy(contestId, popular);
    expect(await watchIdenticalLines(world.core)).toBe(0);
    expect(await buy(contestId, popular)).toBe('sold');
    expect(await Promise.all([watchIdenticalLines(world.core), watchIdenticalLines(world.core)])).toContain(1);
    expect([await buy(contestId, popular), await buy(contestId, [1, 2, 3, 4, 5, 7])]).toEqual(['sales_stopped', 'sold']);
    expect(await stops()).toEqual(['identical-lines: contest']);
  });

  it('of an approved version cannot be changed', async () => {
    const { productVersionId } = await newDraw();
    await expect(
      world.db.update(productVersion).set({ identicalLinesCap: 5 }).where(eq(productVersion.id, productVersionId)),
    ).rejects.toThrow();
  });
});

describe('the guarantee', () => {
  it('counts once a second person has confirmed it, and stops all sales when prizes payable exceed it', async () => {
    const [one, two] = [await world.newStaff('staff', 'finance'), await world.newStaff('staff', 'finance')];
    const { contestId } = await newDraw();
    const owe = (key: string, amount: bigint) =>
      world.core.inTransaction((tx) =>
        postOperation(tx, world.ids, new Date(), {
          accountId: player.accountId,
          key,
          postings: [
            {
              debit: account('operator-loss'),
              credit: account('prizes-payable', player.accountId),
              amount: cents(amount),
              kind: 'prize-owed',
              reference: contestId,
            },
          ],
        }),
      );
    expectOk(await owe('first', 60_000n));
    expect(await watchCover(world.core)).toBe(false);
    const document = {
      issuer: 'Banc del Pont',
      document: 'Aval 12/2026',
      amountCents: '100000',
      validFrom: new Date(Date.now() - 1_000).toISOString(),
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const { id } = await jsonOf(await one.call('/v1/console/guarantees', { body: document }));
    const confirm = async (who: Person) => jsonOf(await who.call(`/v1/console/guarantees/${id}/confirm`, { method: 'POST' }));
    expect(await confirm(one)).toMatchObject({ code: 'four_eyes' });
    const exposure = async () => jsonOf(await two.call('/v1/console/exposure'));
    expect(await exposure()).toMatchObject({ payableCents: '60000', guaranteeCents: null });
    expect(await confirm(two)).toEqual({ done: true });
    expect(await exposure()).toMatchObject({ payableCents: '60000', guaranteeCents: '100000', allowedBps: 10_000 });
    expect(await watchCover(world.core)).toBe(false);
    expectOk(await owe('second', 40_001n));
    expect([await watchCover(world.core), await watchCover(world.core)]).toEqual([true, false]);
    expect([await stops(), await buy(contestId, [1, 2, 3, 4, 5, 6])]).toEqual([['guarantee-cover: all'], 'sales_stopped']);
    await expect(
      world.db
        .update(guarantee)
        .set({ confirmedBy: 'other', confirmedAt: new Date() })
        .where(and(eq(guarantee.id, parseWireId('guarantee', String(id)) ?? ''))),
    ).rejects.toThrow();
  });
});

describe('a fund shortfall', () => {
  it('stops a draw whose fixed prizes may exceed its fund, where a limit is set, and none where it is not', async () => {
    const { contestId } = await newDraw();
    for (const last of [40, 41, 42, 43]) expect(await buy(contestId, [20, 21, 22, 23, 24, last])).toBe('sold');
    expect(await watchShortfall(world.core)).toBe(0);
    await owner`INSERT INTO exposure_limit VALUES (now() - interval '1 second', 10000, 8, 1, 4)`;
    expect(await watchShortfall(world.core)).toBeGreaterThan(0);
    expect(await stops()).toContain('fund-shortfall: contest');
    expect(await buy(contestId, [1, 2, 3, 4, 5, 6])).toBe('sales_stopped');
    const official = await world.newStaff('staff', 'official');
    const { contests } = (await jsonOf(await official.call('/v1/console/exposure'))) as {
      contests: { contestId: string; stakeCents: string; worstCaseCents: string; shortfallChance: string }[];
    };
    const shown = contests.find((one) => one.contestId === wireId('contest', contestId));
    expect(shown?.stakeCents).toBe('400');
    expect(BigInt(shown?.worstCaseCents ?? 0)).toBeGreaterThan(0n);
    expect(Number(shown?.shortfallChance)).toBeGreaterThan(0);
  });
});
