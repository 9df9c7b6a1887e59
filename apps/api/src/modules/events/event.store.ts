/** Events as rows, and the pools that stand on them. */
import type { Db, Tx } from '@valira/db';
import {
  contestLeg,
  eventOfficial,
  eventResult,
  eventResultWithdrawal,
  eventStop,
  event as eventTable,
  objection,
  objectionDecision,
} from '@valira/db/schema';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Contest, closeLockKey, type EventResult, eventResultSchema, findContests } from '../contests/index.ts';

export type EventRow = typeof eventTable.$inferSelect;

export async function findEvent(db: Db | Tx, id: string): Promise<EventRow | null> {
  const [row] = await db.select().from(eventTable).where(eq(eventTable.id, id));
  return row ?? null;
}

/** The event alone, until the transaction ends. The first lock of every command on it: contests come after. */
export async function lockEvent(tx: Tx, id: string): Promise<EventRow | null> {
  const [row] = await tx.select().from(eventTable).where(eq(eventTable.id, id)).for('update');
  return row ?? null;
}

export type EventPool = { readonly contest: Contest /** Counts from 0. */; readonly leg: number };

/** Pools with the event as a leg, in the order in which close locks are taken. */
export async function poolsOn(db: Db | Tx, eventId: string): Promise<EventPool[]> {
  const legs = await db.select().from(contestLeg).where(eq(contestLeg.eventId, eventId));
  const contests = await findContests(
    db,
    legs.map(({ contestId }) => contestId),
  );
  const key = ({ contest }: EventPool) => closeLockKey(contest.id);
  return legs
    .flatMap(({ contestId, leg }) => {
      const contest = contests.find(({ id }) => id === contestId);
      return contest ? [{ contest, leg: leg - 1 }] : [];
    })
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export type Stop = { readonly source: string; readonly actor: string; readonly at: Date };

/** The instant after which nothing is accepted: the one that somebody called, else the scheduled start; null before. */
export async function stopOf(db: Db | Tx, { id, startsAt }: Pick<EventRow, 'id' | 'startsAt'>, now: Date): Promise<Stop | null> {
  const [row] = await db.select().from(eventStop).where(eq(eventStop.eventId, id));
  if (row) return { source: row.source, actor: row.actor, at: row.at };
  return now >= startsAt ? { source: 'schedule', actor: 'system', at: startsAt } : null;
}

export type Standing = {
  readonly version: number;
  readonly result: EventResult;
  readonly enteredBy: readonly string[];
  readonly official: { readonly by: string; readonly at: Date } | null;
};

/** The result that stands, official or not; null where there is none or the last one was withdrawn. */
export async function standingResult(db: Db | Tx, eventId: string): Promise<Standing | null> {
  const [row] = await db
    .select({ result: eventResult, official: eventOfficial, withdrawn: eventResultWithdrawal.at })
    .from(eventResult)
    .leftJoin(eventOfficial, and(eq(eventOfficial.eventId, eventResult.eventId), eq(eventOfficial.version, eventResult.version)))
    .leftJoin(
      eventResultWithdrawal,
      and(eq(eventResultWithdrawal.eventId, eventResult.eventId), eq(eventResultWithdrawal.version, eventResult.version)),
    )
    .where(eq(eventResult.eventId, eventId))
    .orderBy(desc(eventResult.version))
    .limit(1);
  if (!row || row.withdrawn) return null;
  const { version, result, enteredBy } = row.result;
  const official = row.official && { by: row.official.officialBy, at: row.official.at };
  return { version, result: eventResultSchema.parse(result), enteredBy, official };
}

export async function hasOpenObjection(db: Db | Tx, eventId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: objection.id })
    .from(objection)
    .leftJoin(objectionDecision, eq(objectionDecision.objectionId, objection.id))
    .where(and(eq(objection.eventId, eventId), isNull(objectionDecision.objectionId)))
    .limit(1);
  return row !== undefined;
}

/** Whether anything was ever decided on the event: from then on no runner goes out of it any more. */
export async function hasHadResult(db: Db | Tx, eventId: string): Promise<boolean> {
  const [row] = await db.execute<{ had: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM event_result WHERE event_id = ${eventId})
      OR EXISTS (SELECT 1 FROM contest_leg l JOIN contest_result r ON r.contest_id = l.contest_id WHERE l.event_id = ${eventId}) AS had`);
  return row?.had ?? false;
}
