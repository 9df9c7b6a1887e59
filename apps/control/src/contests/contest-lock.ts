/**
 * Who waits for whom on a contest: links share its lock, the seal and everything that changes the contest take it alone. So no
 * record slips in between the counting of a seal and its countersignature. Order: intake first, then contests by their keys.
 */
import type { Tx } from '../sql.ts';

export async function shareContests(tx: Tx, contestIds: readonly string[]): Promise<void> {
  await tx`
    SELECT pg_advisory_xact_lock_shared(key)
    FROM (SELECT DISTINCT hashtextextended(id::text, 1) AS key FROM unnest(${[...contestIds]}::uuid[]) AS id ORDER BY key OFFSET 0) AS keys`;
}

export async function holdContest(tx: Tx, contestId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${contestId}::uuid::text, 1))`;
}

export async function holdIntake(tx: Tx, intakeId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${intakeId}::uuid::text, 2))`;
}
