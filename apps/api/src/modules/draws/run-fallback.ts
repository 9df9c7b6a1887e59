/**
 * The pre-declared way out when the second holder is silent: the seed follows from the sealed root and a beacon round that was named in the
 * announcement, later than the holder's time.
 *
 * The holder has until 30 minutes after the draw's time; the round is due five minutes later. Past the 30 minutes no secret is taken any more
 * (`revealSecond`), so nobody who has seen the round chooses between two results. A round that would have been known before a minute after the
 * seal's receipt, or while a secret may still be opened (the draw was postponed), draws nothing: such a contest waits, and may only be made void.
 */
import { drawReveal, receipt, seal, sealCountersignature } from '@valira/db/schema';
import { type BeaconValue, fallbackSeed, type Receipt } from '@valira/games/verifiable';
import { type Outcome, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { roundDueAt } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { lockContest } from '../contests/index.ts';
import { announcedFallback, isAfterReveals, REVEAL_MS } from './announced-rounds.ts';
import { isAfterReceipt, valueOfRound } from './beacon-round.ts';
import { type Drawn, recordDrawn } from './record-drawn.ts';

export type FallbackRefusal =
  | 'contest_not_found'
  | 'wrong_state'
  | 'not_countersigned'
  | 'too_early'
  | 'fallback_unavailable'
  | 'generator_stopped';

export const runFallback = (
  core: Core,
  contestId: string,
  officialId: string,
  beacon: BeaconValue,
): Promise<Outcome<Drawn, FallbackRefusal>> =>
  core.inTransaction<Outcome<Drawn, FallbackRefusal>>(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'sealed' || contest.source !== 'rng') return refuse('wrong_state');
    const plan = await announcedFallback(tx, contestId);
    if (!plan || !isAfterReveals(plan, contest.drawsAt)) return refuse('fallback_unavailable');
    const [sealed] = await tx.select().from(seal).where(eq(seal.contestId, contestId));
    const signed = await tx.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, contestId));
    const reference = wireId('contest', contestId);
    const [receipted] = await tx
      .select()
      .from(receipt)
      .where(and(eq(receipt.subject, 'seal'), eq(receipt.reference, reference)));
    if (!sealed || !receipted || signed.length === 0) return refuse('not_countersigned');
    const revealed = await tx.select().from(drawReveal).where(eq(drawReveal.contestId, contestId));
    // The secret is there: the draw itself is possible, and the fallback is not.
    if (revealed.length > 0) return refuse('wrong_state');
    const at = core.clock.now();
    const dueAt = roundDueAt(plan);
    if (!isAfterReceipt(plan, receipted.receipt as Receipt)) return refuse('fallback_unavailable');
    const revealUntil = Math.max(contest.drawsAt.getTime(), sealed.sealedAt.getTime()) + REVEAL_MS;
    if (at < dueAt || at.getTime() < revealUntil) return refuse('too_early');
    const value = valueOfRound(plan, beacon);
    if (!value) return refuse('fallback_unavailable');

    const seed = fallbackSeed(sha256, sealed.root, value);
    return recordDrawn(tx, core, contest, {
      seed,
      at,
      official: officialId,
      shown: { fallback: { reason: 'the second secret was not opened in time', beacon: { ...beacon, value: hex(value) } } },
      facts: { fallback: { round: beacon.round, dueAt } },
    });
  });
