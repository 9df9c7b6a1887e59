/**
 * Schedules a contest of an approved product version. A pool's definition and card are frozen here: runners, meeting, takeout and
 * rounding are those of this moment, whatever versions come later (incidents R02, R03).
 *
 * A pool stands on events: one for each leg, of the kind that can decide it. Several pools stand on one event. A pool closes at the latest when
 * the first of its events starts.
 */
import type { Tx } from '@valira/db';
import { contest, contestLeg, productVersion } from '@valira/db/schema';
import { expectOk, type Outcome, ok, refuse } from '@valira/outcome';
import { openPool, type Pool, parsePoolDefinition, poolToJson } from '@valira/pool';
import { eq } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { HOUSE, postOperation } from '../ledger/index.ts';
import { type EventRefusal, eventProblem, type NewEvent, writeEvent } from './add-event.ts';
import { databaseNow } from './close-contest.ts';
import { lockContest, moveContest, previousContest } from './contest.store.ts';
import { deciderOf } from './engine/leg-results.ts';
import { type LegEvent, type LegWanted, readLegEvents } from './leg-events.ts';
import { openingPostings } from './opening-money.ts';

export type NewContest = {
  readonly productVersionId: string;
  readonly number: number;
  readonly source: 'rng' | 'machine' | 'external' | 'event';
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly drawsAt: Date;
  /** An event made with its one pool of one leg. */
  readonly event: NewEvent | null;
  /** Or the events that are there, one for each leg. */
  readonly legs?: readonly LegWanted[] | undefined;
  /** What the very first contest of a product starts with, paid in from the bank: a jackpot taken over, a reserve. The installation's to say. */
  readonly carriedIn?: unknown;
};

export type ScheduleRefusal =
  | EventRefusal
  | 'not_found'
  | 'not_on_sale'
  | 'already_exists'
  | 'invalid_definition'
  | 'event_started'
  | 'event_not_for_leg';

/** The first leg that its event cannot decide. */
function wrongLeg(pool: Pool, events: readonly LegEvent[]): number {
  return events.findIndex(({ kind }, leg) => deciderOf(pool, leg) !== kind);
}

/** The events of the legs; one that is made with its pool is written last, when nothing can be refused any more. */
async function eventsOf(tx: Tx, core: Core, wanted: NewContest): Promise<Outcome<readonly LegEvent[], ScheduleRefusal>> {
  if (wanted.legs) return readLegEvents(tx, wanted.legs, await databaseNow(tx));
  if (!wanted.event) return ok([]);
  const problem = eventProblem(wanted.event);
  return problem ? { ...problem, path: `event.${problem.path}` } : ok([{ ...wanted.event, id: core.ids.next(), line: null }]);
}

export const scheduleContest = (core: Core, actor: string, wanted: NewContest): Promise<Outcome<string, ScheduleRefusal>> =>
  core.inTransaction<Outcome<string, ScheduleRefusal>>(async (tx) => {
    const [version] = await tx.select().from(productVersion).where(eq(productVersion.id, wanted.productVersionId));
    if (!version) return refuse('not_found', { path: 'productVersionId' });
    if (!['approved', 'on-sale'].includes(version.state)) return refuse('not_on_sale', { path: 'productVersionId' });
    if (wanted.opensAt >= wanted.closesAt)
      return refuse('invalid_input', { path: 'closesAt', facts: { reason: 'closes before it opens' } });
    if (wanted.drawsAt < wanted.closesAt) return refuse('invalid_input', { path: 'drawsAt', facts: { reason: 'draws before it closes' } });
    const isPool = version.modality === 'c';
    if (wanted.legs && (wanted.event || !isPool)) return refuse('invalid_input', { path: 'legs' });
    if (isPool && !wanted.event && !wanted.legs) return refuse('event_incomplete', { path: 'event' });
    if (isPool !== ['event', 'external'].includes(wanted.source) && wanted.source !== 'external')
      return refuse('invalid_input', { path: 'source' });
    const found = await eventsOf(tx, core, wanted);
    if (!found.ok) return found;
    const events = found.value;
    // A card that another operator sold and settled is imported long after its race.
    if (wanted.source === 'event' && events.some(({ startsAt }) => wanted.closesAt > startsAt))
      return refuse('invalid_input', { path: 'closesAt', facts: { reason: 'closes after its first event starts' } });

    const id = core.ids.next();
    const at = core.clock.now();
    let frozen: unknown = {};
    const [first] = events;
    if (isPool && first) {
      const definition = parsePoolDefinition(version.definition);
      if (!definition.ok) return refuse('invalid_definition', { path: definition.path, facts: definition.facts });
      const { meeting, organiser, competition } = first;
      const pool = openPool(definition.value, {
        poolId: wireId('contest', id),
        meeting,
        businessDate: businessDayOf(wanted.drawsAt).date,
        legs: events.map(({ id: eventId, runners, line }) => ({
          id: wireId('event', eventId),
          runners: runners.map(({ number, name }) => ({ number, name, starters: 1 })),
          ...(line !== null && { line }),
        })),
        carriedIn: {},
        event: definition.value.bet.type === 'free' ? { organiser, competition, prizes: 'money' } : null,
      });
      if (!pool.ok)
        return refuse('invalid_input', {
          path: `${wanted.legs ? 'pool' : 'event'}.${pool.path}`,
          facts: { ...pool.facts, reason: pool.code },
        });
      const wrong = wanted.legs ? wrongLeg(pool.value, events) : -1;
      if (wrong >= 0) return refuse('event_not_for_leg', { path: `legs.${wrong}` });
      frozen = toJson(poolToJson(pool.value));
    }

    const added = await tx
      .insert(contest)
      .values({
        id,
        kind: isPool ? 'pool' : 'draw',
        productVersionId: wanted.productVersionId,
        number: wanted.number,
        source: wanted.source,
        opensAt: wanted.opensAt,
        closesAt: wanted.closesAt,
        drawsAt: wanted.drawsAt,
        frozen,
        carriedIn: toJson(wanted.carriedIn ?? {}),
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: contest.id });
    if (added.length === 0) return refuse('already_exists', { path: 'number' });
    if (wanted.event && first) await writeEvent(tx, core, actor, first.id, wanted.event);
    if (events.length > 0) await tx.insert(contestLeg).values(events.map(({ id: eventId }, i) => ({ contestId: id, leg: i + 1, eventId })));
    const locked = await lockContest(tx, id);
    if (!locked) throw new Error(`contest ${id} vanished`);
    if (wanted.carriedIn !== undefined) {
      if (await previousContest(tx, locked))
        throw new Error(`contest ${id} is not the first of its product: it carries what the one before left`);
      const postings = openingPostings(id, locked.productId, wanted.carriedIn);
      expectOk(await postOperation(tx, core.ids, at, { accountId: HOUSE, key: `opening:${id}`, postings }));
    }
    await moveContest(tx, core.ids, at, locked, { step: 'scheduled', actors: [actor] });
    return ok(id);
  });
