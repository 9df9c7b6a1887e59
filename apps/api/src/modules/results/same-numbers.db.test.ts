import { contestResult, contestStep, contest as contestTable } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { certifyResult } from './index.ts';

let world: World;
let core: Core;
beforeAll(async () => {
  world = await makeWorld();
  core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
});
afterAll(() => world.end());

/** Noon and evening of one business day, and the evening after. */
const NOON = new Date('2026-11-30T11:00:00Z');
const EVENING = new Date('2026-11-30T20:00:00Z');
const NEXT_EVENING = new Date('2026-12-01T20:00:00Z');

async function typedDraw(drawsAt: Date, result: object, state: 'drawn' | 'certified', origin: 'entered-twice' | 'rng' = 'entered-twice') {
  const { productVersionId } = await world.newContest({ definition: cims645 });
  const contestId = world.ids.next();
  await world.db.insert(contestTable).values({
    id: contestId,
    kind: 'draw',
    productVersionId,
    number: 2,
    source: origin === 'rng' ? 'rng' : 'machine',
    state,
    resultVersion: 1,
    opensAt: new Date(drawsAt.getTime() - 1),
    closesAt: drawsAt,
    drawsAt,
    createdAt: new Date(),
  });
  await world.db.insert(contestResult).values({ contestId, version: 1, result, origin, enteredBy: ['desk-1', 'desk-2'], at: drawsAt });
  return contestId;
}

const ADD_ON = { panels: { extra: [9, 29, 31, 33, 41, 2] }, bonuses: {} };
const TYPED = { panels: { main: [2, 9, 29, 31, 33, 41] }, bonuses: { bonus: [7] } };

describe('the numbers of one draw typed as those of another of the same night (R15)', () => {
  it('are held at the certification until the second person names the other draw, and the step keeps which it was', async () => {
    const addOn = await typedDraw(NOON, ADD_ON, 'certified');
    const main = await typedDraw(EVENING, TYPED, 'drawn');
    const held = { ok: false, code: 'same_numbers_tonight', facts: { contestId: wireId('contest', addOn) } };
    expect(await certifyResult(core, main, 'desk-3', 1)).toMatchObject(held);
    expect(await certifyResult(core, main, 'desk-3', 1, main)).toMatchObject(held);
    const [still] = await world.db.select().from(contestTable).where(eq(contestTable.id, main));
    expect(still?.state).toBe('drawn');
    expectOk(await certifyResult(core, main, 'desk-3', 1, addOn));
    const [step] = await world.db
      .select()
      .from(contestStep)
      .where(and(eq(contestStep.contestId, main), eq(contestStep.step, 'certified')))
      .orderBy(desc(contestStep.at));
    expect(step).toMatchObject({ actors: ['desk-3'], facts: { sameAs: addOn } });
  });

  it('hold nothing on another night, where other numbers were drawn, or what the generator drew', async () => {
    const other = await typedDraw(NEXT_EVENING, TYPED, 'drawn');
    expectOk(await certifyResult(core, other, 'desk-3', 1));
    const different = await typedDraw(NEXT_EVENING, { ...TYPED, panels: { main: [1, 9, 29, 31, 33, 41] } }, 'drawn');
    expectOk(await certifyResult(core, different, 'desk-3', 1));
    // Two stars of twelve come together by chance.
    await typedDraw(NEXT_EVENING, { panels: { main: [4, 9, 29, 31, 33, 41], stars: [2, 9] } }, 'certified');
    const sameStars = await typedDraw(NEXT_EVENING, { panels: { main: [3, 9, 29, 31, 33, 41], stars: [2, 9] } }, 'drawn');
    expectOk(await certifyResult(core, sameStars, 'desk-3', 1));
    const generated = await typedDraw(NEXT_EVENING, TYPED, 'drawn', 'rng');
    expectOk(await certifyResult(core, generated, 'desk-3', 1));
  });
});
