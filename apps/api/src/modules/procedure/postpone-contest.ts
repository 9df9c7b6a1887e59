/**
 * Carries an approved postponement out: the control system is told first, then the contest's times move and the signed statement is kept for
 * the record. So no sale after the old close reaches the control system before it knows of the new one.
 *
 * Until it answers nothing is sold past the old close, and the contest waits open. A pool that was stopped by hand meanwhile stays stopped.
 */
import { contest as contestTable, postponement } from '@valira/db/schema';
import { type PostponementStatement, signStatement } from '@valira/games/verifiable';
import { eq } from 'drizzle-orm';
import { hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { type Contest, lockContest, moveContest, publicDefinition } from '../contests/index.ts';
import { dueMeasure, endMeasure, newTimesOf, peopleOf } from '../measures/index.ts';
import type { AdvanceDeps } from './advance-deps.ts';

/** True when something was carried out. */
export async function postponeContest({ core, control }: AdvanceDeps, contest: Contest): Promise<boolean> {
  const measure = await dueMeasure(core.db, contest.id, 'postponement');
  if (!measure?.decision) return false;
  const decidedAt = measure.decision.at;
  const people = peopleOf(measure);
  const to = newTimesOf(measure);
  const from = { closesAt: contest.closesAt, drawsAt: contest.drawsAt };
  // One that is only scheduled may not be known there yet. Safe to repeat.
  const known = await control.registerContest({
    contestId: contest.id,
    kind: contest.kind,
    closesAt: contest.closesAt,
    definitionHash: hex(contest.definitionHash),
    definition: publicDefinition(contest),
  });
  if (!known.ok) throw new Error(`the control system refuses contest ${contest.id}: ${known.code}`);
  const told = await control.postpone(contest.id, { closesAt: to.closesAt, actors: people, reason: measure.reason });
  if (!told.ok) throw new Error(`the control system does not postpone contest ${contest.id}: ${told.code}`);
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (!locked) return;
    const at = core.clock.now();
    // Closed by hand or made void meanwhile: `lapsePostponement` ends the measure.
    if (locked.state !== 'scheduled' && locked.state !== 'open') return;
    if (!(await endMeasure(tx, at, measure.id, { moved: true, from, to }))) return;
    const [proposedBy, decidedBy] = people;
    const statement: PostponementStatement = {
      subjectId: wireId('contest', contest.id),
      from: { closesAt: from.closesAt.toISOString(), drawsAt: from.drawsAt.toISOString() },
      to: { closesAt: to.closesAt.toISOString(), drawsAt: to.drawsAt.toISOString() },
      reason: measure.reason,
      people: { proposedBy, decidedBy },
      decidedAt: decidedAt.toISOString(),
    };
    const earlier = await tx.select({ seq: postponement.seq }).from(postponement).where(eq(postponement.contestId, contest.id));
    await tx.insert(postponement).values({
      contestId: contest.id,
      seq: earlier.length + 1,
      measureId: measure.id,
      statement: toJson(signStatement(sha256, core.keys.signer('seal'), 'postponement', statement)),
      decidedAt,
      ...to,
      at,
    });
    await tx.update(contestTable).set(to).where(eq(contestTable.id, contest.id));
    await moveContest(tx, core.ids, at, locked, { step: 'postponed', actors: people, facts: { reason: measure.reason, from, to } });
  });
  return true;
}

/** A contest that was stopped or made void before its decided move held: the move is off. */
export async function lapsePostponement({ core }: Pick<AdvanceDeps, 'core'>, { id, state }: Pick<Contest, 'id' | 'state'>): Promise<void> {
  const measure = await dueMeasure(core.db, id, 'postponement');
  if (measure) await core.inTransaction((tx) => endMeasure(tx, core.clock.now(), measure.id, { moved: false, state }));
}
