/** The result that a correction replaced, from what is stored of it and of the measure that withdrew it. */
import type { Db } from '@valira/db';
import { contestRecord, contestResult, measure, measureDecision } from '@valira/db/schema';
import type { SupersededResult } from '@valira/games/verifiable';
import { and, desc, eq, lt } from 'drizzle-orm';
import { hex } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
import type { Contest } from '../contests/index.ts';

export async function supersededResult(db: Db, { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>): Promise<SupersededResult> {
  const [before] = await db
    .select()
    .from(contestResult)
    .where(and(eq(contestResult.contestId, id), lt(contestResult.version, resultVersion)))
    .orderBy(desc(contestResult.version))
    .limit(1);
  const corrections = await db
    .select({ reason: measure.reason, proposedBy: measure.proposedBy, decidedBy: measureDecision.decidedBy, at: measureDecision.at })
    .from(measure)
    .innerJoin(measureDecision, and(eq(measureDecision.measureId, measure.id), eq(measureDecision.approved, true)))
    .where(and(eq(measure.contestId, id), eq(measure.kind, 'correction')))
    .orderBy(measureDecision.at);
  // Each correction takes one version further.
  const correction = before && corrections[before.version - 1];
  if (!before || !correction) throw new Error(`version ${resultVersion} of contest ${id} corrects nothing`);
  const [record] = await db
    .select({ hash: contestRecord.documentHash })
    .from(contestRecord)
    .where(and(eq(contestRecord.contestId, id), eq(contestRecord.resultVersion, before.version)));
  const { reason, proposedBy, decidedBy, at } = correction;
  return {
    version: before.version,
    result: toJson(before.result),
    certifiedAt: before.certifiedAt?.toISOString() ?? null,
    recordHash: record ? hex(record.hash) : null,
    withdrawnAt: at.toISOString(),
    reason,
    people: { proposedBy, decidedBy },
  };
}
