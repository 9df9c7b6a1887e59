/**
 * From the official results of its events to the result of a pool: each leg takes what its own bet asks for, and the runners that are out are named
 * with it. A pool has its result when the last of its legs is official, and is certified with it: two people typed each leg and one declared it.
 */
import type { Tx } from '@valira/db';
import { contestResult, contest as contestTable, sealCountersignature } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type Contest, engineCache, findContest, holdEventsOf, lockContest, moveContest } from '../contests/index.ts';
import { favouritesOf } from './check-event-result.ts';
import { poolsOn, type Standing, standingResult } from './event.store.ts';

const engineOf = engineCache();

type OfficialLeg = Standing & { readonly eventId: string; readonly official: NonNullable<Standing['official']> };

/** All legs, or null while one of them is not official. */
async function officialLegs(tx: Tx, { eventIds }: Contest): Promise<OfficialLeg[] | null> {
  const legs: OfficialLeg[] = [];
  for (const eventId of eventIds) {
    const standing = await standingResult(tx, eventId);
    if (!standing?.official) return null;
    legs.push({ ...standing, official: standing.official, eventId });
  }
  return legs.length > 0 ? legs : null;
}

async function awaitsResult(tx: Tx, { id, state }: Contest): Promise<boolean> {
  if (state === 'correcting') return true;
  if (state !== 'sealed') return false;
  const signed = await tx
    .select({ id: sealCountersignature.contestId })
    .from(sealCountersignature)
    .where(eq(sealCountersignature.contestId, id));
  return signed.length > 0;
}

/** The last leg that became official: its people stand for the pool's result, all of them are in the step. */
const latest = (legs: readonly OfficialLeg[]): OfficialLeg | undefined =>
  legs.toSorted((a, b) => b.official.at.getTime() - a.official.at.getTime() || b.version - a.version)[0];

/** Gives the pool its result if it is due. The caller holds its events. */
export async function decidePool(tx: Tx, core: Core, contestId: string): Promise<boolean> {
  const contest = await lockContest(tx, contestId);
  if (contest?.source !== 'event' || !(await awaitsResult(tx, contest))) return false;
  const legs = await officialLegs(tx, contest);
  const last = legs && latest(legs);
  const engine = engineOf(contest);
  if (!legs || !last || !engine.events) return false;
  const taken: unknown[] = [];
  for (const [i, { eventId, result }] of legs.entries()) {
    const out = contest.scratched.some(({ leg }) => leg === i);
    const own = engine.events.legResult(i, result, out ? await favouritesOf(tx, await poolsOn(tx, eventId)) : []);
    if (!own.ok) throw new Error(`leg ${i} of pool ${contestId} cannot take its official result: ${own.code}`);
    taken.push(own.value);
  }
  const version = contest.resultVersion + 1;
  const parsed = engine.parseResult({ legs: taken }, version);
  if (!parsed.ok) throw new Error(`pool ${contestId} refuses the official results of its events: ${parsed.code} ${parsed.path}`);
  const at = core.clock.now();
  const { by } = last.official;
  const typists = [...last.enteredBy];
  await tx.insert(contestResult).values({
    contestId,
    version,
    result: parsed.value,
    origin: 'events',
    enteredBy: typists,
    certifiedBy: by,
    certifiedAt: at,
    at,
  });
  await tx.update(contestTable).set({ resultVersion: version }).where(eq(contestTable.id, contestId));
  await moveContest(tx, core.ids, at, contest, {
    step: 'drawn',
    to: 'drawn',
    actors: typists,
    facts: {
      result: parsed.value,
      version,
      events: legs.map(({ eventId, version: of, enteredBy, official }) => ({ eventId, version: of, enteredBy, officialBy: official.by })),
    },
  });
  await moveContest(tx, core.ids, at, { id: contestId, state: 'drawn' }, { step: 'certified', to: 'certified', actors: [by] });
  return true;
}

/** Every pool on an event that has just become official. */
export async function decidePoolsOn(tx: Tx, core: Core, eventId: string): Promise<void> {
  const pools = await poolsOn(tx, eventId);
  const ids = pools.map(({ contest }) => contest.id).sort();
  for (const id of ids) await decidePool(tx, core, id);
}

/** A pool whose seal was countersigned only after its events had become official. False when there is nothing to do. */
export async function decideSealedPool(core: Core, contestId: string): Promise<boolean> {
  const found = await findContest(core.db, contestId);
  if (found?.source !== 'event') return false;
  return core.inTransaction(async (tx) => {
    await holdEventsOf(tx, contestId);
    return decidePool(tx, core, contestId);
  });
}
