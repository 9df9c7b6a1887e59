/**
 * The draw: both secrets are opened, the seed follows from them, the sealed root and the announced round of the public beacon (where there is
 * one), the numbers follow from the seed.
 *
 * It needs the control system's countersignature on the seal, the announced time, the second holder's secret, and an official who
 * calls it; a second official certifies afterwards. It happens once: the result, the reveal and the logged generator call are one
 * transaction, and a repeated call finds the draw done.
 */
import type { Tx } from '@valira/db';
import { drawBeacon, drawCommitment, drawReveal, drawSecret, receipt, seal, sealCountersignature } from '@valira/db/schema';
import { type BeaconValue, commitToSecret, drawSeed, type Receipt } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { roundDueAt } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { hex, hmacSha256, sha256 } from '../../platform/hash.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { lockContest, moveContest } from '../contests/index.ts';
import { bindingOf } from './announce-draw.ts';
import { announcedBeacon, announcedFallback, isAfterReveals, REVEAL_MS } from './announced-rounds.ts';
import { isAfterReceipt, valueOfRound } from './beacon-round.ts';
import { type Drawn, recordDrawn } from './record-drawn.ts';

export type RevealRefusal =
  | 'contest_not_found'
  | 'wrong_state'
  | 'not_countersigned'
  | 'reveal_mismatch'
  | 'reveal_too_late'
  | 'beacon_too_early'
  | 'already_exists';

/** Opens the second holder's secret, after the seal and its countersignature. */
export const revealSecond = (core: Core, contestId: string, secret: Uint8Array, holderId: string): Promise<Outcome<null, RevealRefusal>> =>
  core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'sealed') return refuse('wrong_state');
    const signed = await tx.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, contestId));
    if (signed.length === 0) return refuse('not_countersigned');
    const [commitment] = await tx
      .select()
      .from(drawCommitment)
      .where(and(eq(drawCommitment.contestId, contestId), eq(drawCommitment.role, 'second')));
    const digest = commitToSecret(sha256, 'second', bindingOf(contest), secret);
    if (!commitment || !Buffer.from(commitment.digest).equals(digest)) return refuse('reveal_mismatch');
    const at = core.clock.now();
    // From here on the announced beacon round may be known: whoever holds a secret no longer chooses whether to open it.
    const fallback = at.getTime() >= contest.drawsAt.getTime() + REVEAL_MS ? await announcedFallback(tx, contestId) : null;
    if (fallback && isAfterReveals(fallback, contest.drawsAt)) return refuse('reveal_too_late');
    // A round that was known before the seal decides nothing; while the secret stays closed the fallback's later round still can.
    const plan = await announcedBeacon(tx, contestId);
    const receipted = plan && (await sealReceipt(tx, contestId));
    if (plan && !receipted) return refuse('not_countersigned');
    if (plan && receipted && !isAfterReceipt(plan, receipted)) return refuse('beacon_too_early');
    const added = await tx
      .insert(drawReveal)
      .values({ contestId, role: 'second', secret, revealedAt: at })
      .onConflictDoNothing()
      .returning({ role: drawReveal.role });
    if (added.length === 0) return refuse('already_exists');
    await moveContest(tx, core.ids, at, contest, { step: 'second-revealed', actors: [holderId] });
    return ok(null);
  });

async function sealReceipt(tx: Tx, contestId: string): Promise<Receipt | null> {
  const where = and(eq(receipt.subject, 'seal'), eq(receipt.reference, wireId('contest', contestId)));
  const [found] = await tx.select({ receipt: receipt.receipt }).from(receipt).where(where);
  return found ? (found.receipt as Receipt) : null;
}

type Mixed = { readonly bytes: Uint8Array; readonly shown: BeaconValue };

/** The value of the announced round, or null where none was announced. */
async function mixedWith(
  tx: Tx,
  contestId: string,
  at: Date,
  beacon: BeaconValue | null,
): Promise<Outcome<Mixed | null, 'not_countersigned' | 'too_early' | 'beacon_too_early' | 'beacon_silent'>> {
  const plan = await announcedBeacon(tx, contestId);
  if (!plan) return ok(null);
  const receipted = await sealReceipt(tx, contestId);
  if (!receipted) return refuse('not_countersigned');
  if (!isAfterReceipt(plan, receipted)) return refuse('beacon_too_early');
  if (at < roundDueAt(plan)) return refuse('too_early');
  const bytes = beacon && valueOfRound(plan, beacon);
  return beacon && bytes ? ok({ bytes, shown: { ...beacon, value: hex(bytes) } }) : refuse('beacon_silent');
}

export type DrawRefusal =
  | 'contest_not_found'
  | 'wrong_state'
  | 'not_countersigned'
  | 'too_early'
  | 'reveals_missing'
  | 'beacon_too_early'
  | 'beacon_silent'
  | 'generator_stopped';

/** Draws, or answers that the draw is done. `beacon`: the announced round, where there is one and it could be had. */
export const runDraw = (
  core: Core,
  contestId: string,
  officialId: string,
  beacon: BeaconValue | null = null,
): Promise<Outcome<Drawn, DrawRefusal>> =>
  core.inTransaction<Outcome<Drawn, DrawRefusal>>(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'sealed' || contest.source !== 'rng') return refuse('wrong_state');
    const at = core.clock.now();
    if (at < contest.drawsAt) return refuse('too_early');
    const [sealed] = await tx.select().from(seal).where(eq(seal.contestId, contestId));
    const signed = await tx.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, contestId));
    if (!sealed || signed.length === 0) return refuse('not_countersigned');
    const [second] = await tx
      .select()
      .from(drawReveal)
      .where(and(eq(drawReveal.contestId, contestId), eq(drawReveal.role, 'second')));
    if (!second) return refuse('reveals_missing');
    const mixed = await mixedWith(tx, contestId, at, beacon);
    if (!mixed.ok) return mixed;
    const [kept] = await tx.select().from(drawSecret).where(eq(drawSecret.contestId, contestId));
    if (!kept) throw new Error(`contest ${contestId} has no operator secret`);
    const operator = core.keys.decrypt(kept.keyId, kept.ciphertext, uuidBytes(contestId));
    await tx.insert(drawReveal).values({ contestId, role: 'operator', secret: operator, revealedAt: at });

    if (mixed.value) await tx.insert(drawBeacon).values({ contestId, ...mixed.value.shown, at });
    const seed = drawSeed(hmacSha256, { operator, second: second.secret }, sealed.root, mixed.value?.bytes ?? null);
    return recordDrawn(tx, core, contest, { seed, at, official: officialId });
  });
