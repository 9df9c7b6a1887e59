import { contestResult, contest as contestTable } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { and, eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { findContest } from './contest.store.ts';
import { viewOfContest } from './contest.view.ts';
import { engineCache } from './engine/engine-of.ts';
import { openLiveFigures } from './live-figures.ts';
import { sealContest } from './seal-contest.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
const core = () => ({ ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) });

/** A closed draw with `paid` tickets in ledger and entries. */
async function closedDraw(paid: number): Promise<string> {
  const { contestId } = await world.newContest({ definition: cims645 });
  const player = await world.newPlayer(0n);
  await world.sql`
    INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
    SELECT ${contestId}, gen_random_uuid(), ${player}, '\\x01', 100, sha256(n::text::bytea) FROM generate_series(1, ${paid}) n`;
  await world.sql`
    INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT account_id, (substr(${world.ids.next()}, 1, 24) || lpad(to_hex(row_number() OVER ()), 12, '0'))::uuid, ticket_id, 10, account_id, 30, contest_id, 100, 'stake', contest_id, now()
    FROM entry WHERE contest_id = ${contestId}`;
  await world.db.update(contestTable).set({ state: 'closed' }).where(eq(contestTable.id, contestId));
  return contestId;
}

describe('the gate before the seal (incident R10)', () => {
  it('seals 1,000 paid entries as 1,000', async () => {
    const contestId = await closedDraw(1_000);
    expect((await sealContest(core(), contestId)).ok).toBe(true);
    expect((await findContest(world.db, contestId))?.state).toBe('sealed');
  });

  it('does not start when two of 1,000 paid entries have been deleted', async () => {
    const contestId = await closedDraw(1_000);
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const [{ part = '' } = {}] = await owner<
      { part: string }[]
    >`SELECT tableoid::regclass::text AS part FROM entry WHERE contest_id = ${contestId} LIMIT 1`;
    await owner.unsafe(`ALTER TABLE ${part} DISABLE TRIGGER ALL`);
    await owner.unsafe(`DELETE FROM ${part} WHERE ticket_id IN (SELECT ticket_id FROM ${part} WHERE contest_id = '${contestId}' LIMIT 2)`);
    await owner.unsafe(`ALTER TABLE ${part} ENABLE TRIGGER ALL`);
    await owner.end();
    await expect(sealContest(core(), contestId)).rejects.toThrow("998 entries of 99800 cents are not the ledger's 1000 of 100000");
    expect((await findContest(world.db, contestId))?.state).toBe('closed');
  });
});

describe('what the public sees of a result (incident R14)', () => {
  it('is nothing before it is certified, whatever has been typed or drawn', async () => {
    const { contestId } = await world.newContest({ definition: cims645 });
    const result = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } };
    await world.db
      .insert(contestResult)
      .values({ contestId, version: 1, result, origin: 'rng', enteredBy: ['official-1'], at: new Date() });
    await world.db.update(contestTable).set({ state: 'drawn', resultVersion: 1 }).where(eq(contestTable.id, contestId));
    const figures = openLiveFigures(world.db, engineCache());
    const view = async () => {
      const contest = await findContest(world.db, contestId);
      if (!contest) throw new Error('the contest is gone');
      return viewOfContest(world.db, figures, contest, {});
    };
    expect(await view()).toMatchObject({ state: 'drawn', result: null, prizes: null });
    expect(JSON.stringify(await view())).not.toContain('[1,2,3,4,5,6]');
    await world.db
      .update(contestResult)
      .set({ certifiedBy: 'official-2', certifiedAt: new Date() })
      .where(and(eq(contestResult.contestId, contestId), eq(contestResult.version, 1)));
    await world.db.update(contestTable).set({ state: 'certified' }).where(eq(contestTable.id, contestId));
    expect((await view()).result).toMatchObject({ version: 1, result });
  });
});
