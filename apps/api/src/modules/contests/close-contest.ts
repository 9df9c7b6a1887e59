/**
 * Opens a contest at its time and closes it hard.
 *
 * The closer takes the contest's lock alone: every sale that was let in has then committed, and the next one sees `closed`. The instant
 * is the database's, read under the lock.
 */
import type { Tx } from '@valira/db';
import { contest, contestLeg, drawAnnouncement, eventStop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { closeLockKey } from './close-lock.ts';
import { lockContest, moveContest } from './contest.store.ts';

export const SYSTEM = 'system';

/** The authoritative clock: the database's, in milliseconds. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.execute<{ now: string }>(
    sql`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`,
  );
  if (!row) throw new Error('the database did not say what time it is');
  return new Date(row.now);
}

/** Opens a scheduled contest whose time has come; a draw of the generator only once its announcement is published. */
export const openContest = (
  core: Core,
  contestId: string,
): Promise<Outcome<null, 'contest_not_found' | 'too_early' | 'no_commitment' | 'wrong_state' | 'event_started'>> =>
  core.inTransaction(async (tx) => {
    const found = await lockContest(tx, contestId);
    if (!found) return refuse('contest_not_found');
    if (found.state !== 'scheduled') return refuse('wrong_state');
    const now = await databaseNow(tx);
    if (now < found.opensAt) return refuse('too_early');
    const announced = await tx.select().from(drawAnnouncement).where(eq(drawAnnouncement.contestId, contestId));
    if (found.source === 'rng' && announced.length === 0) return refuse('no_commitment');
    const stopped = await tx
      .select({ at: eventStop.at })
      .from(eventStop)
      .innerJoin(contestLeg, eq(contestLeg.eventId, eventStop.eventId))
      .where(eq(contestLeg.contestId, contestId))
      .limit(1);
    // Its event was off before it had opened: it stays shut, and two people make it void.
    if (stopped.length > 0) return refuse('event_started');
    await moveContest(tx, core.ids, now, found, { step: 'opened', to: 'open', actors: [SYSTEM] });
    return ok(null);
  });

/**
 * Two people have moved the close and the control system has not answered yet. Nothing is sold after the old close meanwhile (the sale asks the
 * row), and the contest is not closed for good before the move holds.
 */
async function isBeingPostponed(tx: Tx, contestId: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM measure m JOIN measure_decision d ON d.measure_id = m.id AND d.approved
    WHERE m.contest_id = ${contestId} AND m.kind = 'postponement' AND NOT EXISTS (SELECT 1 FROM measure_end e WHERE e.measure_id = m.id)`);
  return rows.length > 0;
}

/** `stopBet` closes a pool before its time: somebody saw the start. The close is then now. */
export const closeContest = (
  core: Core,
  contestId: string,
  stopBet: { readonly actor: string; readonly source: string } | null = null,
): Promise<Outcome<null, 'contest_not_found' | 'too_early' | 'wrong_state'>> =>
  core.inTransaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${closeLockKey(contestId).toString()}::bigint)`);
    const found = await lockContest(tx, contestId);
    if (!found) return refuse('contest_not_found');
    if (found.state !== 'open') return refuse('wrong_state');
    const now = await databaseNow(tx);
    if (stopBet && found.kind !== 'pool') return refuse('wrong_state');
    if (!stopBet && (now < found.closesAt || (await isBeingPostponed(tx, contestId)))) return refuse('too_early');
    if (stopBet && now < found.closesAt) await tx.update(contest).set({ closesAt: now }).where(eq(contest.id, contestId));
    await moveContest(tx, core.ids, now, found, {
      step: stopBet ? 'bets-stopped' : 'closed',
      to: 'closed',
      actors: [stopBet?.actor ?? SYSTEM],
      facts: stopBet ? { source: stopBet.source } : {},
    });
    return ok(null);
  });
