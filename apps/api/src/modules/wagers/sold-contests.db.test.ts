import { contest as contestTable } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { openSoldContests } from './sold-contests.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

it('judges a claim by the contest as it is, whatever was kept for sales a moment ago', async () => {
  const { contestId } = await world.newContest({ definition: cims645 });
  const soldContests = openSoldContests(world.db);
  const before = (await soldContests.find([contestId])).get(contestId)?.closesAt;
  const closesAt = new Date();
  await world.db.update(contestTable).set({ closesAt }).where(eq(contestTable.id, contestId));
  expect((await soldContests.find([contestId])).get(contestId)?.closesAt).toEqual(before);
  expect((await soldContests.findNow([contestId])).get(contestId)?.closesAt).toEqual(closesAt);
  expect((await soldContests.find([contestId])).get(contestId)?.closesAt).toEqual(closesAt);
});
