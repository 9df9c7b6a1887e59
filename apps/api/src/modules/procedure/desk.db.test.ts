import { randomUUID } from 'node:crypto';
import { transfer } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import { scheduleContest } from '../contests/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { importResult } from '../results/index.ts';

let world: HttpWorld;
let official: Person;
let raceDesk: Person;
beforeAll(async () => {
  world = await makeHttpWorld();
  official = await world.newStaff('staff', 'official');
  raceDesk = await world.newStaff('staff', 'race-desk');
});
afterAll(() => world.end());

/** What only whoever owns the database may do: the stage, not the play. */
async function asOwner(statement: string): Promise<void> {
  const owner = postgres(world.database.ownerUrl, { max: 1 });
  await owner.unsafe(statement);
  await owner.end();
}

const HOUR = 3_600_000;
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const contestOf = (productVersionId: string, change: Record<string, unknown> = {}) => ({
  productVersionId: wireId('productVersion', productVersionId),
  number: 2,
  source: 'machine',
  opensAt: soon(1),
  closesAt: soon(2),
  drawsAt: soon(2),
  ...change,
});
const answerOf = async (answer: Promise<Response>) => {
  const given = await answer;
  return { status: given.status, code: (await jsonOf(given)).code };
};

describe('a draw', () => {
  it('is run by officials alone: the race desk schedules, types, certifies and measures none', async () => {
    const { contestId, productVersionId } = await world.newContest({ definition: cims645 });
    const id = wireId('contest', contestId);
    const sent: readonly (readonly [string, unknown])[] = [
      ['/v1/console/contests', contestOf(productVersionId)],
      [`/v1/console/contests/${id}/results`, { result: { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } } }],
      [`/v1/console/contests/${id}/certify`, { resultVersion: 1 }],
      [`/v1/console/contests/${id}/external-result`, { totals: { kind: 'draw', salesCents: '0', winners: [] } }],
      [`/v1/console/contests/${id}/measures`, { kind: 'void', reason: 'because we can' }],
      [`/v1/console/contests/${id}/postponements`, { closesAt: soon(20), drawsAt: soon(20), reason: 'because we can' }],
    ];
    for (const [path, body] of sent) {
      expect(await answerOf(raceDesk.call(path, { body })), path).toEqual({ status: 403, code: 'not_allowed' });
      expect((await answerOf(official.call(path, { body }))).code, path).not.toBe('not_allowed');
    }
    const proposed = await jsonOf(
      await official.call('/v1/console/breakdowns', { body: { product: null, reason: 'the lights went out' } }),
    );
    const decision = { path: `/v1/console/measures/${String(proposed.id)}/decision`, body: { approve: true } };
    expect(await answerOf(raceDesk.call(decision.path, { body: decision.body }))).toEqual({ status: 403, code: 'not_allowed' });
  });

  it('is not scheduled when its close is over', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645 });
    const past = contestOf(productVersionId, { opensAt: soon(-3), closesAt: soon(-2), drawsAt: soon(-1) });
    expect(await answerOf(official.call('/v1/console/contests', { body: past }))).toEqual({ status: 422, code: 'invalid_input' });
  });
});

describe('money that a draw starts with', () => {
  it('is nobody’s to name in a request', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645 });
    const body = contestOf(productVersionId, { carriedIn: { carriedOutCents: { '6': '90000000000' } } });
    expect(await answerOf(official.call('/v1/console/contests', { body }))).toEqual({ status: 422, code: 'invalid_input' });
  });

  it('is paid in from the bank when the installation opens a product, only for its first draw, and only as amounts', async () => {
    const { productVersionId } = await world.newContest({ definition: cims645 });
    const wanted = (number: number, carriedIn: unknown) => ({
      productVersionId,
      number,
      source: 'machine' as const,
      opensAt: new Date(Date.now() + HOUR),
      closesAt: new Date(Date.now() + 2 * HOUR),
      drawsAt: new Date(Date.now() + 2 * HOUR),
      event: null,
      carriedIn,
    });
    const later = { carriedOutCents: { '6': '100' } };
    await expect(scheduleContest(world.core, 'installation', wanted(3, later))).rejects.toThrow('not the first');
    await asOwner(`UPDATE contest SET number = 9 WHERE product_version_id = '${productVersionId}'`);
    await expect(scheduleContest(world.core, 'installation', wanted(1, { carriedOutCents: { '6': 'abc' } }))).rejects.toThrow();
    const opening = { carriedOutCents: { '6': '41265000' }, accountsCents: { reserve: '5000000' } };
    const id = expectOk(await scheduleContest(world.core, 'installation', wanted(1, opening)));
    const moved = await world.db.select().from(transfer).where(eq(transfer.reference, id));
    expect(moved.map(({ amountCents, kind }) => [kind, amountCents])).toEqual([
      ['opening', 41_265_000n],
      ['opening', 5_000_000n],
    ]);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('that the ledger never held is found by its check', async () => {
    const { contestId } = await world.newContest({ definition: cims645 });
    const product = randomUUID();
    await world.sql`
      INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
      VALUES ('00000000-0000-7000-8000-000000000001', ${world.ids.next()}, ${world.ids.next()}, 32, ${product}, 31, ${contestId}, 500, 'jackpot-to-fund', ${contestId}, now())`;
    const found = await verifyLedger(world.db);
    expect(found.map(({ check }) => check)).toContain('jackpots, reserves and carryovers of a product are never negative');
  });
});

describe('a draw of another operator', () => {
  it('sells nothing here, and takes no totals with more winners than lines', async () => {
    const { contestId } = await world.newContest({ definition: cims645 });
    await asOwner(`UPDATE contest SET source = 'external' WHERE id = '${contestId}'`);
    const player = await world.newPlayerPerson(10_000n);
    const body = { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' };
    expect(await answerOf(player.call('/v1/tickets', { body }))).toEqual({ status: 403, code: 'not_on_sale' });
    await asOwner(`UPDATE contest SET state = 'sealed' WHERE id = '${contestId}'`);
    const result = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } };
    const totals = { kind: 'draw' as const, salesCents: '100', winners: [{ tier: '6', count: '2' }] };
    expect(await importResult(world.core, contestId, 'official-1', result, totals)).toMatchObject({
      code: 'prizes_out_of_range',
      path: 'totals.winners.6',
    });
  });
});
