/**
 * Each person says once whether an objection is upheld or dismissed; the verdict of the first two who agree decides it.
 *
 * Upheld, it takes the standing result out of force and the next version is typed anew. Where that result was official already, the pools that had
 * taken it are corrected under the names of those two, by the same way as any corrected result (module measures, incident R06).
 */
import type { Tx } from '@valira/db';
import { eventResultWithdrawal, objection, objectionDecision, objectionVote } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { addAudit } from '../../platform/outbox.ts';
import { decideMeasure, proposeMeasure } from '../measures/index.ts';
import { isAlive } from './check-event-result.ts';
import { lockEvent, poolsOn, standingResult } from './event.store.ts';

export type Verdict = 'upheld' | 'dismissed';
export type VoteRefusal = 'objection_not_found' | 'objection_decided' | 'already_voted' | CorrectionRefusal;
type CorrectionRefusal = Extract<Awaited<ReturnType<typeof proposeMeasure | typeof decideMeasure>>, { ok: false }>['code'];

/** A pool cannot be corrected now: nothing of the vote stands. */
class NotCorrectable extends Error {
  readonly code: CorrectionRefusal;
  constructor(code: CorrectionRefusal) {
    super(code);
    this.code = code;
  }
}

/** The verdict, or null while no two agree. */
export const voteObjection = (
  core: Core,
  person: string,
  objectionId: string,
  verdict: Verdict,
): Promise<Outcome<Verdict | null, VoteRefusal>> =>
  core
    .inTransaction<Outcome<Verdict | null, VoteRefusal>>(async (tx) => {
      const [found] = await tx.select().from(objection).where(eq(objection.id, objectionId));
      if (!found) return refuse('objection_not_found');
      await lockEvent(tx, found.eventId);
      const decided = await tx.select().from(objectionDecision).where(eq(objectionDecision.objectionId, objectionId));
      if (decided.length > 0) return refuse('objection_decided');
      const at = core.clock.now();
      const added = await tx
        .insert(objectionVote)
        .values({ objectionId, person, verdict, at })
        .onConflictDoNothing()
        .returning({ person: objectionVote.person });
      if (added.length === 0) return refuse('already_voted');
      await addAudit(tx, core.ids, at, {
        actor: person,
        action: `objection.${verdict}-vote`,
        subject: found.eventId,
        after: { objectionId },
      });
      const [agreed] = await tx
        .select()
        .from(objectionVote)
        .where(and(eq(objectionVote.objectionId, objectionId), eq(objectionVote.verdict, verdict), ne(objectionVote.person, person)))
        .orderBy(asc(objectionVote.at))
        .limit(1);
      if (!agreed) return ok(null);
      const people = [agreed.person, person] as const;
      await tx.insert(objectionDecision).values({ objectionId, verdict, firstPerson: people[0], secondPerson: people[1], at });
      await addAudit(tx, core.ids, at, {
        actor: people.join(','),
        action: `objection.${verdict}`,
        subject: found.eventId,
        after: { objectionId },
        reason: found.reason,
      });
      if (verdict === 'upheld') await withdrawResult(tx, core, found, people, at);
      return ok(verdict);
    })
    .catch((error: unknown) => {
      if (error instanceof NotCorrectable) return refuse(error.code);
      throw error;
    });

async function withdrawResult(
  tx: Tx,
  core: Core,
  { id, eventId, reason }: typeof objection.$inferSelect,
  [first, second]: readonly [string, string],
  at: Date,
): Promise<void> {
  const standing = await standingResult(tx, eventId);
  // Another objection has withdrawn it before.
  if (!standing) return;
  await tx.insert(eventResultWithdrawal).values({ eventId, version: standing.version, objectionId: id, at });
  if (!standing.official) return;
  const within = coreWithin(core, tx);
  const decided = (await poolsOn(tx, eventId))
    .filter(isAlive)
    .filter(({ contest }) => contest.resultVersion > 0 && contest.state !== 'correcting');
  for (const contestId of decided.map(({ contest }) => contest.id).sort()) {
    const proposed = await proposeMeasure(within, first, { contestId, kind: 'correction', reason });
    if (!proposed.ok) throw new NotCorrectable(proposed.code);
    const approved = await decideMeasure(within, second, proposed.value, true);
    if (!approved.ok) throw new NotCorrectable(approved.code);
  }
}
