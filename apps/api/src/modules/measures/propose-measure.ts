/** One person proposes a measure for a contest, with a reason. Nothing changes before another one has decided. */
import { measure } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { lockContest, moveContest } from '../contests/index.ts';
import { pendingMeasure } from './measure.store.ts';
import { type ContestMeasureKind, mayBe, type RuleRefusal } from './measure-rules.ts';

export type Proposal = { readonly contestId: string; readonly kind: ContestMeasureKind; readonly reason: string };
export type ProposeRefusal = RuleRefusal | 'contest_not_found' | 'measure_pending';

/** The value is the measure's id. */
export const proposeMeasure = (
  core: Core,
  actor: string,
  { contestId, kind, reason }: Proposal,
): Promise<Outcome<string, ProposeRefusal>> =>
  core.inTransaction<Outcome<string, ProposeRefusal>>(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (await pendingMeasure(tx, contestId)) return refuse('measure_pending');
    const possible = await mayBe(tx, kind, contest);
    if (!possible.ok) return possible;
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(measure).values({ id, kind, contestId, reason, proposedBy: actor, at });
    await moveContest(tx, core.ids, at, contest, { step: `${kind}-proposed`, actors: [actor], facts: { reason } });
    return ok(id);
  });
