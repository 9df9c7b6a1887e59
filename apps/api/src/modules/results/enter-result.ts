/**
 * A result typed by two people who do not see each other's entry: it stands when both agree. When they differ both are set aside
 * and typing starts again. For pools, ball machines and external draws; the entry of a pool needs the countersigned seal.
 */
import { contestResult, contest as contestTable, resultEntry, sealCountersignature } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { engineCache, holdEventsOf, isDecidedByEvents, lockContest, moveContest } from '../contests/index.ts';
import { drawWithSameNumbers } from './same-numbers.ts';

const engineOf = engineCache();

export type EntryRefusal =
  | 'contest_not_found'
  | 'wrong_state'
  | 'decided_by_event'
  | 'not_countersigned'
  | 'invalid_result'
  | 'four_eyes'
  | 'entries_differ';
export type Entered = { readonly state: 'awaiting-second-entry' | 'drawn'; readonly version: number };

/** Two entries that differ are both kept, so their refusal is answered after the commit, not instead of it. */
export async function enterResult(
  core: Core,
  contestId: string,
  official: string,
  input: unknown,
): Promise<Outcome<Entered, EntryRefusal>> {
  const entered = await storeEntry(core, contestId, official, input);
  if (!entered.ok) return entered;
  return entered.value === 'differ' ? refuse('entries_differ') : ok(entered.value);
}

const storeEntry = (core: Core, contestId: string, official: string, input: unknown): Promise<Outcome<Entered | 'differ', EntryRefusal>> =>
  core.inTransaction<Outcome<Entered | 'differ', EntryRefusal>>(async (tx) => {
    await holdEventsOf(tx, contestId);
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.source === 'rng' || contest.source === 'external') return refuse('wrong_state');
    if (await isDecidedByEvents(tx, contest)) return refuse('decided_by_event');
    if (contest.state !== 'sealed' && contest.state !== 'correcting') return refuse('wrong_state');
    const signed = await tx.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, contestId));
    if (signed.length === 0) return refuse('not_countersigned');
    const parsed = engineOf(contest).parseResult(input, contest.resultVersion + 1);
    if (!parsed.ok) return refuse('invalid_result', { path: parsed.path, facts: { ...parsed.facts, reason: parsed.code } });

    const at = core.clock.now();
    const hash = sha256(Buffer.from(canonicalText(parsed.value)));
    const entries = await tx
      .select()
      .from(resultEntry)
      .where(eq(resultEntry.contestId, contestId))
      .orderBy(resultEntry.version, resultEntry.at);
    // `version` counts rounds of typing here: a round that ended in disagreement leaves its two entries behind.
    const round = Math.floor(entries.length / 2) + 1;
    const [first] = entries.filter(({ version }) => version === round);
    if (first?.official === official) return refuse('four_eyes');
    await tx.insert(resultEntry).values({ contestId, version: round, official, result: parsed.value, resultHash: hash, at });
    if (!first) {
      await moveContest(tx, core.ids, at, contest, { step: 'result-entered', actors: [official] });
      return ok({ state: 'awaiting-second-entry', version: round });
    }
    if (!Buffer.from(first.resultHash).equals(hash)) {
      await moveContest(tx, core.ids, at, contest, { step: 'entries-differed', actors: [first.official, official] });
      return ok('differ');
    }
    // A correction takes the next version and leaves the one before as it was.
    const resultVersion = contest.resultVersion + 1;
    await tx.insert(contestResult).values({
      contestId,
      version: resultVersion,
      result: parsed.value,
      origin: 'entered-twice',
      enteredBy: [first.official, official],
      at,
    });
    await tx.update(contestTable).set({ resultVersion }).where(eq(contestTable.id, contestId));
    await moveContest(tx, core.ids, at, contest, {
      step: 'drawn',
      to: 'drawn',
      actors: [first.official, official],
      facts: { result: parsed.value, version: resultVersion },
    });
    return ok({ state: 'drawn', version: resultVersion });
  });

export type CertifyRefusal = 'contest_not_found' | 'wrong_state' | 'four_eyes' | 'same_numbers_tonight';

/** A second person certifies; nothing reaches players before. `sameAs`: the other draw of the night that has the same numbers, as that person names it. */
export const certifyResult = (
  core: Core,
  contestId: string,
  official: string,
  resultVersion: number,
  sameAs: string | null = null,
): Promise<Outcome<null, CertifyRefusal>> =>
  core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'drawn' || contest.resultVersion !== resultVersion) return refuse('wrong_state');
    const where = and(eq(contestResult.contestId, contestId), eq(contestResult.version, resultVersion));
    const [result] = await tx.select().from(contestResult).where(where);
    if (!result) return refuse('wrong_state');
    // A correction is certified by somebody who typed none of it.
    const isBarred =
      result.origin === 'imported' || resultVersion > 1 ? result.enteredBy.includes(official) : result.enteredBy[0] === official;
    if (isBarred) return refuse('four_eyes');
    const twin = result.origin === 'rng' ? null : await drawWithSameNumbers(tx, contest, result.result);
    if (twin && twin !== sameAs) return refuse('same_numbers_tonight', { facts: { contestId: wireId('contest', twin) } });
    const at = core.clock.now();
    await tx.update(contestResult).set({ certifiedBy: official, certifiedAt: at }).where(where);
    await moveContest(tx, core.ids, at, contest, {
      step: 'certified',
      to: 'certified',
      actors: [official],
      ...(twin && { facts: { sameAs: twin } }),
    });
    return ok(null);
  });
