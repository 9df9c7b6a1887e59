/** One person proposes a measure for a contest, with a reason. Nothing changes before another one has decided. */
import { measure } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { databaseNow, lockContest, moveContest } from '../contests/index.ts';
import { pendingMeasure } from './measure.store.ts';
import { type ContestMeasureKind, mayBe, type RuleRefusal } from './measure-rules.ts';

export type Proposal = {
  readonly contestId: string;
  readonly reason: string;
} & (
  | { readonly kind: Exclude<ContestMeasureKind, 'postponement'> }
  /** Later than before; a draw is not before its close. */
  | { readonly kind: 'postponement'; readonly closesAt: Date; readonly drawsAt: Date }
);
export type ProposeRefusal = RuleRefusal | 'contest_not_found' | 'measure_pending' | 'invalid_input';

/** The value is the measure's id. */
export const proposeMeasure = (core: Core, actor: string, proposal: Proposal): Promise<Outcome<string, ProposeRefusal>> =>
  core.inTransaction<Outcome<string, ProposeRefusal>>(async (tx) => {
    const { contestId, kind, reason } = proposal;
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (await pendingMeasure(tx, contestId)) return refuse('measure_pending');
    const possible = await mayBe(tx, kind, contest, await databaseNow(tx));
    if (!possible.ok) return possible;
    const terms = proposal.kind === 'postponement' ? { closesAt: proposal.closesAt, drawsAt: proposal.drawsAt } : {};
    if (proposal.kind === 'postponement') {
      if (proposal.closesAt <= contest.closesAt)
        return refuse('invalid_input', { path: 'closesAt', facts: { reason: 'not later than now' } });
      if (proposal.drawsAt < proposal.closesAt)
        return refuse('invalid_input', { path: 'drawsAt', facts: { reason: 'draws before it closes' } });
    }
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(measure).values({ id, kind, contestId, reason, terms: toJson(terms), proposedBy: actor, at });
    await moveContest(tx, core.ids, at, contest, { step: `${kind}-proposed`, actors: [actor], facts: { reason, ...terms } });
    return ok(id);
  });
