/** What a settlement needs beside the tickets: the number of the draw and what the one before left. */
import type { Db, Tx } from '@valira/db';
import { contest as contestTable } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { toJson } from '../../platform/json.ts';
import { type Contest, carryOf, engineCache, findContest, previousContest, type SettlementFacts } from '../contests/index.ts';

const engineOf = engineCache();

/**
 * Null while the contest before, whose money this one carries on, is not settled, or is being corrected. A void one passes on what it was given.
 * `hold` keeps the contest before as it is until the transaction ends.
 */
export async function settlementFacts(
  db: Db | Tx,
  contest: Contest,
  { hold }: { readonly hold: boolean } = { hold: false },
): Promise<SettlementFacts | null> {
  const { number } = contest;
  if (!engineOf(contest).carries) return { carriedIn: {}, number };
  const found = await previousContest(db, contest);
  if (!found) return { carriedIn: toJson(contest.carriedIn), number };
  if (hold) await db.select({ id: contestTable.id }).from(contestTable).where(eq(contestTable.id, found.id)).for('share');
  const previous = hold ? ((await findContest(db, found.id)) ?? found) : found;
  if (previous.state === 'void' || previous.state === 'voiding') {
    const given = await settlementFacts(db, previous, { hold });
    return given && { ...given, number };
  }
  if (previous.state === 'correcting') return null;
  const carriedIn = await carryOf(db, previous);
  return carriedIn === null ? null : { carriedIn: toJson(carriedIn), number };
}
