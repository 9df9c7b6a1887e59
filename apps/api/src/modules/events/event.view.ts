/** Meetings and events on the wire: what anyone may see, and what the race desk sees besides. */
import { z } from '@hono/zod-openapi';
import type { Db, Tx } from '@valira/db';
import {
  eventResultEntry,
  event as eventTable,
  meeting as meetingTable,
  objection,
  objectionDecision,
  objectionVote,
  runner as runnerTable,
  scratch,
  scratchProposal,
  scratchRejection,
} from '@valira/db/schema';
import { asc, eq, inArray } from 'drizzle-orm';
import { anyJson, centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { type EventRow, poolsOn, standingResult, stopOf } from './event.store.ts';
import type { PoolTouched } from './scratch-preview.ts';

export const eventView = z
  .object({
    id: idOut('event'),
    kind: z.enum(['race', 'match', 'other']),
    name: z.string(),
    organiser: z.string(),
    competition: z.string(),
    startsAt: instantOut,
    stop: z.object({ source: z.string(), at: instantOut }).nullable().openapi({ description: 'When bets stopped and who saw it' }),
    runners: z.array(z.object({ number: z.number().int(), name: z.string(), scratchedAt: instantOut.nullable() })),
    pools: z.array(z.object({ contestId: idOut('contest'), product: z.string(), leg: z.number().int(), state: z.string() })),
    result: z
      .object({ version: z.number().int(), result: anyJson, officialAt: instantOut })
      .nullable()
      .openapi({ description: 'Official; nothing is shown before' }),
  })
  .openapi('Event');

export const meetingView = z
  .object({ id: idOut('meeting'), name: z.string(), place: z.string(), day: z.string(), events: z.array(eventView) })
  .openapi('Meeting');

export const touchedView = z
  .object({
    contestId: idOut('contest'),
    product: z.string(),
    number: z.number().int(),
    rule: z.string(),
    stakeCents: centsOut,
    tickets: z.number().int(),
    players: z.number().int(),
    shops: z.number().int(),
    refundCents: centsOut,
  })
  .openapi('PoolTouched');

export const deskView = z
  .object({
    event: eventView,
    standing: z
      .object({ version: z.number().int(), result: anyJson, official: z.boolean() })
      .nullable()
      .openapi({ description: 'What two people have typed alike' }),
    entries: z
      .array(z.object({ official: z.string(), round: z.number().int(), at: instantOut }))
      .openapi({ description: 'Who has typed; what they typed stays masked' }),
    scratches: z.array(
      z.object({
        id: idOut('scratch'),
        runner: z.number().int(),
        reason: z.string(),
        proposedBy: z.string(),
        at: instantOut,
        state: z.enum(['proposed', 'rejected', 'confirmed']),
        confirmedBy: z.string().nullable(),
        touched: z.array(touchedView),
      }),
    ),
    objections: z.array(
      z.object({
        id: idOut('objection'),
        lodgedBy: z.string(),
        reason: z.string(),
        at: instantOut,
        votes: z.array(z.object({ person: z.string(), verdict: z.enum(['upheld', 'dismissed']) })),
        verdict: z.enum(['upheld', 'dismissed']).nullable(),
      }),
    ),
  })
  .openapi('EventDesk');

export const viewOfTouched = ({ contestId, slug, ...rest }: PoolTouched): z.output<typeof touchedView> => ({
  ...rest,
  contestId: wireId('contest', contestId),
  product: slug,
});

export async function viewOfEvent(db: Db | Tx, event: EventRow, now: Date): Promise<z.output<typeof eventView>> {
  const [runners, out, pools, standing, stop] = await Promise.all([
    db.select().from(runnerTable).where(eq(runnerTable.eventId, event.id)).orderBy(asc(runnerTable.number)),
    db.select().from(scratch).where(eq(scratch.eventId, event.id)),
    poolsOn(db, event.id),
    standingResult(db, event.id),
    stopOf(db, event, now),
  ]);
  const { kind, name, organiser, competition } = event;
  return {
    id: wireId('event', event.id),
    kind,
    name,
    organiser,
    competition,
    startsAt: event.startsAt.toISOString(),
    stop: stop && { source: stop.source, at: stop.at.toISOString() },
    runners: runners.map((one) => ({
      number: one.number,
      name: one.name,
      scratchedAt: out.find(({ runner }) => runner === one.number)?.at.toISOString() ?? null,
    })),
    pools: pools
      .map(({ contest, leg }) => ({ contestId: wireId('contest', contest.id), product: contest.slug, leg: leg + 1, state: contest.state }))
      .sort((a, b) => (a.contestId < b.contestId ? -1 : 1)),
    result: standing?.official
      ? { version: standing.version, result: toJson(standing.result), officialAt: standing.official.at.toISOString() }
      : null,
  };
}

/** The meetings of a day with their cards. */
export async function meetingsOf(db: Db, day: string, now: Date): Promise<z.output<typeof meetingView>[]> {
  const meetings = await db.select().from(meetingTable).where(eq(meetingTable.day, day)).orderBy(asc(meetingTable.name));
  if (meetings.length === 0) return [];
  const events = await db
    .select()
    .from(eventTable)
    .where(
      inArray(
        eventTable.meetingId,
        meetings.map(({ id }) => id),
      ),
    )
    .orderBy(asc(eventTable.startsAt), asc(eventTable.id))
    .limit(500);
  const views = await Promise.all(events.map((event) => viewOfEvent(db, event, now)));
  return meetings.map(({ id, name, place }) => ({
    id: wireId('meeting', id),
    name,
    place,
    day,
    events: views.filter((_, i) => events[i]?.meetingId === id),
  }));
}

async function scratchesOf(db: Db, eventId: string): Promise<z.output<typeof deskView>['scratches']> {
  const rows = await db
    .select({ proposal: scratchProposal, rejected: scratchRejection.at, confirmed: scratch })
    .from(scratchProposal)
    .leftJoin(scratchRejection, eq(scratchRejection.proposalId, scratchProposal.id))
    .leftJoin(scratch, eq(scratch.proposalId, scratchProposal.id))
    .where(eq(scratchProposal.eventId, eventId))
    .orderBy(asc(scratchProposal.at));
  return rows.map(({ proposal, rejected, confirmed }) => ({
    id: wireId('scratch', proposal.id),
    runner: proposal.runner,
    reason: proposal.reason,
    proposedBy: proposal.proposedBy,
    at: proposal.at.toISOString(),
    state: confirmed ? ('confirmed' as const) : rejected ? ('rejected' as const) : ('proposed' as const),
    confirmedBy: confirmed?.confirmedBy ?? null,
    touched: ((confirmed?.touched ?? proposal.preview) as PoolTouched[]).map(viewOfTouched),
  }));
}

async function objectionsOf(db: Db, eventId: string): Promise<z.output<typeof deskView>['objections']> {
  const rows = await db
    .select({ objection, verdict: objectionDecision.verdict })
    .from(objection)
    .leftJoin(objectionDecision, eq(objectionDecision.objectionId, objection.id))
    .where(eq(objection.eventId, eventId))
    .orderBy(asc(objection.at));
  const ids = rows.map(({ objection: { id } }) => id);
  const votes =
    ids.length === 0
      ? []
      : await db.select().from(objectionVote).where(inArray(objectionVote.objectionId, ids)).orderBy(asc(objectionVote.at));
  return rows.map(({ objection: { id, lodgedBy, reason, at }, verdict }) => ({
    id: wireId('objection', id),
    lodgedBy,
    reason,
    at: at.toISOString(),
    votes: votes.filter((vote) => vote.objectionId === id).map(({ person, verdict: given }) => ({ person, verdict: given })),
    verdict,
  }));
}

export async function viewOfDesk(db: Db, event: EventRow, now: Date): Promise<z.output<typeof deskView>> {
  const [view, standing, entries, scratches, objections] = await Promise.all([
    viewOfEvent(db, event, now),
    standingResult(db, event.id),
    db.select().from(eventResultEntry).where(eq(eventResultEntry.eventId, event.id)).orderBy(asc(eventResultEntry.at)),
    scratchesOf(db, event.id),
    objectionsOf(db, event.id),
  ]);
  return {
    event: view,
    standing: standing && { version: standing.version, result: toJson(standing.result), official: standing.official !== null },
    entries: entries.map(({ official, round, at }) => ({ official, round, at: at.toISOString() })),
    scratches,
    objections,
  };
}
