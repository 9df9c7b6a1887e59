/**
 * Schedules a contest of an approved product version. A pool's definition and card are frozen here: runners, meeting, takeout and
 * rounding are those of this moment, whatever versions come later (incidents R02, R03).
 */
import { contest, event as eventTable, productVersion, runner } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { openPool, parsePoolDefinition, poolToJson } from '@valira/pool';
import { eq } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { lockContest, moveContest } from './contest.store.ts';

export type NewEvent = {
  readonly kind: 'race' | 'match' | 'other';
  readonly name: string;
  readonly meeting: string;
  readonly organiser: string;
  readonly competition: string;
  readonly startsAt: Date;
  readonly runners: readonly { readonly number: number; readonly name: string }[];
};

export type NewContest = {
  readonly productVersionId: string;
  readonly number: number;
  readonly source: 'rng' | 'machine' | 'external' | 'event';
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly drawsAt: Date;
  readonly event: NewEvent | null;
  /** What the very first contest of a product starts with: a jackpot taken over, a reserve paid in. */
  readonly carriedIn?: unknown;
};

export type ScheduleRefusal = 'not_found' | 'not_on_sale' | 'invalid_input' | 'event_incomplete' | 'already_exists' | 'invalid_definition';

export const scheduleContest = (core: Core, actor: string, wanted: NewContest): Promise<Outcome<string, ScheduleRefusal>> =>
  core.inTransaction<Outcome<string, ScheduleRefusal>>(async (tx) => {
    const [version] = await tx.select().from(productVersion).where(eq(productVersion.id, wanted.productVersionId));
    if (!version) return refuse('not_found', { path: 'productVersionId' });
    if (!['approved', 'on-sale'].includes(version.state)) return refuse('not_on_sale', { path: 'productVersionId' });
    if (wanted.opensAt >= wanted.closesAt)
      return refuse('invalid_input', { path: 'closesAt', facts: { reason: 'closes before it opens' } });
    if (wanted.drawsAt < wanted.closesAt) return refuse('invalid_input', { path: 'drawsAt', facts: { reason: 'draws before it closes' } });
    const numbers = wanted.event?.runners.map(({ number }) => number) ?? [];
    if (new Set(numbers).size < numbers.length)
      return refuse('invalid_input', { path: 'event.runners', facts: { reason: 'a number twice' } });
    const isPool = version.modality === 'c';
    if (isPool && !wanted.event) return refuse('event_incomplete', { path: 'event' });
    if (isPool !== ['event', 'external'].includes(wanted.source) && wanted.source !== 'external')
      return refuse('invalid_input', { path: 'source' });

    const id = core.ids.next();
    const at = core.clock.now();
    let frozen: unknown = {};
    if (isPool && wanted.event) {
      const definition = parsePoolDefinition(version.definition);
      if (!definition.ok) return refuse('invalid_definition', { path: definition.path, facts: definition.facts });
      const { meeting, organiser, competition, runners } = wanted.event;
      const pool = openPool(definition.value, {
        poolId: wireId('contest', id),
        meeting,
        businessDate: businessDayOf(wanted.drawsAt).date,
        legs: [{ id: 'leg-1', runners: runners.map(({ number, name }) => ({ number, name, starters: 1 })) }],
        carriedIn: {},
        event: definition.value.bet.type === 'free' ? { organiser, competition, prizes: 'money' } : null,
      });
      if (!pool.ok) return refuse('invalid_input', { path: `event.${pool.path}`, facts: { ...pool.facts, reason: pool.code } });
      frozen = toJson(poolToJson(pool.value));
    }

    let eventId: string | null = null;
    if (wanted.event) {
      eventId = core.ids.next();
      const { runners, ...event } = wanted.event;
      await tx.insert(eventTable).values({ ...event, id: eventId, createdAt: at });
      if (runners.length > 0) await tx.insert(runner).values(runners.map((one) => ({ ...one, eventId: eventId ?? '' })));
    }
    const added = await tx
      .insert(contest)
      .values({
        id,
        kind: isPool ? 'pool' : 'draw',
        productVersionId: wanted.productVersionId,
        number: wanted.number,
        source: wanted.source,
        eventId,
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
    const locked = await lockContest(tx, id);
    if (!locked) throw new Error(`contest ${id} vanished`);
    await moveContest(tx, core.ids, at, locked, { step: 'scheduled', actors: [actor] });
    return ok(id);
  });
