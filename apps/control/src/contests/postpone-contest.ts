/** A close that moves: two people and a reason, logged, and never once the contest is sealed. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { ControlDeps } from '../deps.ts';
import { instantText, reasonText, twoActors } from '../wire-shapes.ts';
import { holdContest } from './contest-lock.ts';

export const postponementShape = z.strictObject({ closesAt: instantText, actors: twoActors, reason: reasonText });

export type Postponement = z.infer<typeof postponementShape>;

/** Moves the close. Repeating the last postponement changes nothing. */
export async function postponeContest(
  { sql, now }: ControlDeps,
  contestId: string,
  { closesAt, actors, reason }: Postponement,
): Promise<Outcome<{ readonly closesAt: string }, 'contest_unknown' | 'contest_sealed' | 'same_person_twice'>> {
  if (actors[0] === actors[1]) return refuse('same_person_twice', { path: 'actors' });
  return sql.begin(async (tx) => {
    await holdContest(tx, contestId);
    const [contest] = await tx<{ closesAt: Date; sealed: boolean }[]>`
      SELECT closes_at AS "closesAt", EXISTS (SELECT 1 FROM countersigned_seal s WHERE s.contest_id = c.id) AS sealed
      FROM contest_close c WHERE id = ${contestId}`;
    if (!contest) return refuse('contest_unknown');
    if (contest.closesAt.toISOString() === closesAt) return ok({ closesAt });
    if (contest.sealed) return refuse('contest_sealed');
    await tx`
      INSERT INTO contest_postponement (contest_id, seq, closes_at, actors, reason, at)
      SELECT ${contestId}, coalesce(max(seq), 0) + 1, ${closesAt}, ${[...actors]}, ${reason}, ${now()}
      FROM contest_postponement WHERE contest_id = ${contestId}`;
    return ok({ closesAt });
  });
}
