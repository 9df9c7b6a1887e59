/** What a settlement needs beside the tickets: the number of the draw and what the one before left. */
import type { Db, Tx } from '@valira/db';
import { toJson } from '../../platform/json.ts';
import { type Contest, carryOf, engineCache, previousContest, type SettlementFacts } from '../contests/index.ts';

const engineOf = engineCache();

/** Null while the contest before, whose money this one carries on, is not settled. A void one leaves what it was given. */
export async function settlementFacts(db: Db | Tx, contest: Contest): Promise<SettlementFacts | null> {
  const { number } = contest;
  if (!engineOf(contest).carries) return { carriedIn: {}, number };
  const previous = await previousContest(db, contest);
  if (!previous || previous.state === 'void') return { carriedIn: toJson(previous?.carriedIn ?? contest.carriedIn), number };
  const carriedIn = await carryOf(db, previous);
  return carriedIn === null ? null : { carriedIn: toJson(carriedIn), number };
}
