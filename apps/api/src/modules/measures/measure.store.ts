/** Measures as rows, with the decision and what came of them. All three are only ever added. */
import type { Db, Tx } from '@valira/db';
import { measure, measureDecision, measureEnd } from '@valira/db/schema';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { toJson } from '../../platform/json.ts';

export type MeasureKind = (typeof measure.$inferSelect)['kind'];

export type Measure = typeof measure.$inferSelect & {
  readonly decision: { readonly decidedBy: string; readonly approved: boolean; readonly at: Date } | null;
  /** Set once an approved measure has been carried out. */
  readonly end: { readonly facts: unknown; readonly at: Date } | null;
};

const measures = (db: Db | Tx) =>
  db
    .select({ measure, decision: measureDecision, end: measureEnd })
    .from(measure)
    .leftJoin(measureDecision, eq(measureDecision.measureId, measure.id))
    .leftJoin(measureEnd, eq(measureEnd.measureId, measure.id));

type Row = Awaited<ReturnType<typeof measures>>[number];
const asMeasure = ({ measure: row, decision, end }: Row): Measure => ({ ...row, decision, end });

export async function findMeasure(db: Db | Tx, id: string): Promise<Measure | null> {
  const [row] = await measures(db).where(eq(measure.id, id));
  return row ? asMeasure(row) : null;
}

/** Of a contest, the latest first. */
export const measuresOf = async (db: Db | Tx, contestId: string): Promise<Measure[]> =>
  (await measures(db).where(eq(measure.contestId, contestId)).orderBy(desc(measure.at))).map(asMeasure);

/** The voids that followed from a breakdown. */
export const measuresUnder = async (db: Db | Tx, parentId: string): Promise<Measure[]> =>
  (await measures(db).where(eq(measure.parentId, parentId)).orderBy(measure.contestId)).map(asMeasure);

/** Not decided yet, or approved and not carried out yet: until then nothing else is proposed for the contest. */
export async function pendingMeasure(db: Db | Tx, contestId: string): Promise<Measure | null> {
  const [row] = await measures(db).where(
    and(
      eq(measure.contestId, contestId),
      or(isNull(measureDecision.measureId), and(measureDecision.approved, isNull(measureEnd.measureId))),
    ),
  );
  return row ? asMeasure(row) : null;
}

/** The approved measure of that kind which is still to be carried out. A breakdown may have come on top of another measure. */
export async function dueMeasure(db: Db | Tx, contestId: string, kind: MeasureKind): Promise<Measure | null> {
  const [row] = await measures(db).where(
    and(eq(measure.contestId, contestId), eq(measure.kind, kind), measureDecision.approved, isNull(measureEnd.measureId)),
  );
  return row ? asMeasure(row) : null;
}

/** The two people, proposer first. */
export function peopleOf({ id, proposedBy, decision }: Measure): readonly [string, string] {
  if (!decision) throw new Error(`measure ${id} is not decided`);
  return [proposedBy, decision.decidedBy];
}

/** The two times that a postponement sets. */
export function newTimesOf({ id, terms }: Measure): { readonly closesAt: Date; readonly drawsAt: Date } {
  const parsed = z.object({ closesAt: z.iso.datetime(), drawsAt: z.iso.datetime() }).safeParse(terms);
  if (!parsed.success) throw new Error(`measure ${id} sets no times`);
  return { closesAt: new Date(parsed.data.closesAt), drawsAt: new Date(parsed.data.drawsAt) };
}

/** Notes that it is done. False when somebody noted it before. */
export async function endMeasure(tx: Tx, at: Date, measureId: string, facts: unknown): Promise<boolean> {
  const added = await tx
    .insert(measureEnd)
    .values({ measureId, facts: toJson(facts), at })
    .onConflictDoNothing()
    .returning({ id: measureEnd.measureId });
  return added.length > 0;
}

/** Contests with an approved measure that a job still has to carry out. */
export async function contestsWithDueMeasures(db: Db): Promise<string[]> {
  const rows = await db.execute<{ contest_id: string }>(sql`
    SELECT DISTINCT m.contest_id FROM measure m JOIN measure_decision d ON d.measure_id = m.id AND d.approved
    WHERE m.contest_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM measure_end e WHERE e.measure_id = m.id) LIMIT 1000`);
  return rows.map((row) => row.contest_id);
}
