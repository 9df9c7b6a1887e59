/**
 * Carries an approved release out: the control system opens first, then the contest goes on where it was stopped and is judged there again.
 *
 * The control system releases what it found once; asked a second time (after a crash between its answer and our commit) it says that
 * nothing is locked, which is as good. While it does not answer, the contest stays locked and the job comes again.
 */
import type { Contest } from '../contests/index.ts';
import { lockContest, moveContest } from '../contests/index.ts';
import { dueMeasure, endMeasure, lockOf, peopleOf } from '../measures/index.ts';
import type { AdvanceDeps } from './advance-deps.ts';

/** True when the contest goes on. */
export async function releaseContest({ core, control }: AdvanceDeps, contest: Contest): Promise<boolean> {
  const release = await dueMeasure(core.db, contest.id, 'release');
  if (!release) return false;
  const { goesOn, cause } = await lockOf(core.db, contest.id);
  if (goesOn === null) throw new Error(`contest ${contest.id} was released from ${cause}, which no release opens`);
  const actors = peopleOf(release);
  const answer = await control.release(contest.id, { actors, reason: release.reason });
  if (!answer.ok && answer.code !== 'contest_not_locked')
    throw new Error(`the control system does not release contest ${contest.id}: ${answer.code}`);
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state !== 'locked') return;
    const at = core.clock.now();
    const findings = answer.ok ? answer.value.released : 0;
    if (!(await endMeasure(tx, at, release.id, { goesOn, findings }))) return;
    await moveContest(tx, core.ids, at, locked, {
      step: 'released',
      to: goesOn,
      actors,
      facts: { reason: release.reason, cause, findings },
    });
  });
  return true;
}
