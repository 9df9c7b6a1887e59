/**
 * Another person decides. With the approval a void or a correction takes the contest out of its way at once, in the same transaction: from then
 * on no draw, result, certification or payment of it is possible. What takes time (refunds, the control system) is carried out by jobs.
 */
import type { Tx } from '@valira/db';
import { measureDecision } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type Contest, closeLockKey, databaseNow, lockContest, moveContest } from '../contests/index.ts';
import { correctContest } from './correct-contest.ts';
import { findMeasure, type Measure } from './measure.store.ts';
import { type ContestMeasureKind, mayBe, type RuleRefusal } from './measure-rules.ts';
import { redrawContest } from './redraw-contest.ts';
import { startBreakdown } from './start-breakdown.ts';
import { voidContest } from './void-contest.ts';

export type DecideRefusal = RuleRefusal | 'measure_not_found' | 'four_eyes' | 'already_decided';

/** False when somebody has decided meanwhile. The database refuses a proposer who decides. */
export async function storeDecision(tx: Tx, at: Date, { id, proposedBy }: Measure, decidedBy: string, approved: boolean): Promise<boolean> {
  const added = await tx
    .insert(measureDecision)
    .values({ measureId: id, proposedBy, decidedBy, approved, at })
    .onConflictDoNothing()
    .returning({ id: measureDecision.measureId });
  return added.length > 0;
}

export const decideMeasure = (core: Core, actor: string, measureId: string, approve: boolean): Promise<Outcome<null, DecideRefusal>> =>
  core
    .inTransaction<Outcome<null, DecideRefusal>>(async (tx) => {
      const found = await findMeasure(tx, measureId);
      if (!found) return refuse('measure_not_found');
      if (found.proposedBy === actor) return refuse('four_eyes');
      if (found.decision) return refuse('already_decided');
      if (!found.contestId) {
        if (!(await storeDecision(tx, core.clock.now(), found, actor, approve))) return refuse('already_decided');
        if (approve) await startBreakdown(tx, core, found, actor);
        return ok(null);
      }
      // The contest's close first, then its row: the order of everything that touches both.
      if (found.kind === 'void') await tx.execute(sql`SELECT pg_advisory_xact_lock(${closeLockKey(found.contestId).toString()}::bigint)`);
      const contest = await lockContest(tx, found.contestId);
      if (!contest) throw new Error(`measure ${measureId} is about a contest that is gone`);
      const at = core.clock.now();
      if (!(await storeDecision(tx, at, found, actor, approve))) return refuse('already_decided');
      if (approve) {
        const possible = await mayBe(tx, contestKind(found), contest, await databaseNow(tx));
        // What was decided is kept only when it can be done; the caller's transaction goes back otherwise.
        if (!possible.ok) throw new NotPossible(possible.code);
        await apply(tx, core, found, contest, actor);
      } else
        await moveContest(tx, core.ids, at, contest, { step: `${found.kind}-rejected`, actors: [actor], facts: { measure: found.id } });
      return ok(null);
    })
    .catch((error: unknown) => {
      if (error instanceof NotPossible) return refuse(error.code);
      throw error;
    });

class NotPossible extends Error {
  readonly code: RuleRefusal;
  constructor(code: RuleRefusal) {
    super(code);
    this.code = code;
  }
}

function contestKind({ id, kind }: Measure): ContestMeasureKind {
  if (kind !== 'breakdown') return kind;
  throw new Error(`measure ${id} of kind ${kind} is not about one contest`);
}

async function apply(tx: Tx, core: Core, found: Measure, contest: Contest, actor: string): Promise<void> {
  const people = [found.proposedBy, actor] as const;
  switch (contestKind(found)) {
    case 'release':
    case 'postponement':
      // The control system comes first: the job that tells it moves the contest.
      await moveContest(tx, core.ids, core.clock.now(), contest, {
        step: `${found.kind}-approved`,
        actors: people,
        facts: { reason: found.reason, measure: found.id },
      });
      return;
    case 'redraw':
      await redrawContest(tx, core, contest, people, found);
      return;
    case 'void':
      await voidContest(tx, core, contest, people, found.reason);
      return;
    case 'correction':
      await correctContest(tx, core, contest, people, found);
      return;
  }
}
