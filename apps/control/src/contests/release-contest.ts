/** Two people open a locked contest again, with a reason. What was found stays in the log, beside who released it and why. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { ControlDeps } from '../deps.ts';
import { reasonText, twoActors } from '../wire-shapes.ts';
import { holdContest } from './contest-lock.ts';
import { openFindings } from './findings.ts';

export const releaseShape = z.strictObject({ actors: twoActors, reason: reasonText });

export type Release = z.infer<typeof releaseShape>;

/** Releases every open finding about the contest; the value is how many. */
export async function releaseContest(
  { sql, now }: ControlDeps,
  contestId: string,
  { actors, reason }: Release,
): Promise<Outcome<{ readonly released: number }, 'same_person_twice' | 'contest_not_locked'>> {
  if (actors[0] === actors[1]) return refuse('same_person_twice', { path: 'actors' });
  return sql.begin(async (tx) => {
    await holdContest(tx, contestId);
    const open = await openFindings(tx, contestId);
    if (open.length === 0) return refuse('contest_not_locked');
    for (const { id } of open)
      await tx`
        INSERT INTO release (finding_id, contest_id, actors, reason, at)
        VALUES (${id}, ${contestId}, ${[...actors]}, ${reason}, ${now()})`;
    return ok({ released: open.length });
  });
}
