/** What follows on the decision that a contest is void: it is sealed if it was sold and is not yet, every stake goes back, the record is published. */
import { contestStep, seal } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import { hex } from '../../platform/hash.ts';
import { type Contest, lockContest, moveContest, SYSTEM, sealContest } from '../contests/index.ts';
import { dueMeasure, endMeasure, peopleOf } from '../measures/index.ts';
import { publishVoidRecord } from '../reporting/index.ts';
import { refundContest } from '../settlement/index.ts';
import type { AdvanceDeps } from './advance-deps.ts';
import { handIn } from './hand-in.ts';

/** True when it is worth looking again. */
export async function endVoid(deps: AdvanceDeps, contest: Contest): Promise<boolean> {
  const { core, archive, record } = deps;
  const { db } = core;
  const [opened] = await db
    .select({ seq: contestStep.seq })
    .from(contestStep)
    .where(and(eq(contestStep.contestId, contest.id), eq(contestStep.step, 'opened')));
  const [sealed] = await db.select().from(seal).where(eq(seal.contestId, contest.id));
  if (opened && !sealed) {
    const made = await sealContest(core, contest.id);
    return made.ok || made.code === 'wrong_state';
  }
  const refunded = await refundContest(core, contest.id);
  if (!refunded.ok) return refunded.code === 'wrong_state';
  if (sealed) await handIn(deps, contest, 'seal', hex(sealed.statementHash));
  const measure = await dueMeasure(db, contest.id, 'void');
  // Another worker was faster.
  if (!measure?.decision) return true;
  const [proposedBy, decidedBy] = peopleOf(measure);
  await publishVoidRecord(core, archive, record, contest, {
    ...refunded.value,
    measureId: measure.id,
    breakdownId: measure.parentId,
    reason: measure.reason,
    proposedBy,
    decidedBy,
    decidedAt: measure.decision.at,
  });
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state !== 'voiding') return;
    const at = core.clock.now();
    await endMeasure(tx, at, measure.id, refunded.value);
    await moveContest(tx, core.ids, at, locked, { step: 'stakes-returned', to: 'void', actors: [SYSTEM], facts: refunded.value });
  });
  return true;
}
