/**
 * Why a contest is locked, read from the step that locked it, and where a release lets it go on.
 *
 * A refused seal goes back to `sealed`: it is asked for its countersignature again. A contest whose entries were not the sealed ones when
 * it was to be settled goes back to `certified`: the root is built again. A payment lock goes back to `settled`: it is reconciled again. A
 * stopped generator is no lock that a release opens: the same secrets would give the same output.
 */
import type { Db, Tx } from '@valira/db';
import { contestStep } from '@valira/db/schema';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ContestState } from '../contests/index.ts';

export const LOCKING_STEPS = ['seal-refused', 'settlement-locked', 'payment-locked', 'generator-stopped'] as const;
export type LockCause = (typeof LOCKING_STEPS)[number];

const GOES_ON: Readonly<Record<LockCause, ContestState | null>> = {
  'seal-refused': 'sealed',
  'settlement-locked': 'certified',
  'payment-locked': 'settled',
  'generator-stopped': null,
};

export type ContestLock = {
  readonly cause: LockCause;
  /** Null: a release is no way out. */
  readonly goesOn: ContestState | null;
  /** What the control system answered, the first differing interval with it. */
  readonly facts: unknown;
  readonly at: Date;
};

const causeOf = (step: string): LockCause | undefined => LOCKING_STEPS.find((one) => one === step);

/** The lock a contest in state `locked` is under. */
export async function lockOf(db: Db | Tx, contestId: string): Promise<ContestLock> {
  const [last] = await db
    .select()
    .from(contestStep)
    .where(and(eq(contestStep.contestId, contestId), inArray(contestStep.step, [...LOCKING_STEPS])))
    .orderBy(desc(contestStep.seq))
    .limit(1);
  const cause = last && causeOf(last.step);
  if (!last || !cause) throw new Error(`contest ${contestId} is locked and no step says why`);
  return { cause, goesOn: GOES_ON[cause], facts: last.facts, at: last.at };
}
