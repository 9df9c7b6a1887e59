/**
 * Before the first ticket of a draw: the operator and a second holder commit to a secret each, and the announcement is published.
 *
 * The operator's secret comes from the generator, is kept encrypted under a key the database does not hold, and is logged. The
 * second holder (CRAJ, a notary, an auditor) keeps their own and hands in its commitment only. With both, the announcement is signed:
 * rules, mapping, commitments, close. Until then nothing is sold.
 */

import type { Tx } from '@valira/db';
import { contest as contestTable, drawAnnouncement, drawCommitment, drawSecret, generatorCall } from '@valira/db/schema';
import {
  type Announcement,
  canonicalHash,
  commitToSecret,
  type DrawMapping,
  secretBytes,
  signStatement,
  statementHash,
} from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { type Contest, engineCache, lockContest, moveContest, SYSTEM } from '../contests/index.ts';
import { beaconPlan, fallbackPlan } from './announced-rounds.ts';
import { logCall } from './generator-log.ts';

export type CommitRefusal = 'contest_not_found' | 'wrong_state' | 'already_exists';

const engineOf = engineCache();

export function mappingOf(contest: Contest): DrawMapping {
  const { mapping } = engineOf(contest);
  if (!mapping) throw new Error(`contest ${contest.id} is not drawn by the generator`);
  return mapping;
}

export const bindingOf = (contest: Contest) => ({
  drawId: wireId('contest', contest.id),
  definitionHash: contest.definitionHash,
  mappingHash: canonicalHash(sha256, mappingOf(contest)),
});

/** Makes and commits to the operator's secret. Done once, when the draw is scheduled. */
export const commitOperator = (core: Core, contestId: string, actor: string): Promise<Outcome<null, CommitRefusal>> =>
  core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'scheduled' || contest.source !== 'rng') return refuse('wrong_state');
    const made = await tx.select().from(drawSecret).where(eq(drawSecret.contestId, contestId));
    if (made.length > 0) return refuse('already_exists');
    const at = core.clock.now();
    const secret = core.entropy.bytes(secretBytes);
    const logged = await logCall(tx, at, 'secret', contestId, sha256(secret));
    if (!logged.verdict.ok) throw new Error(`generator: ${logged.verdict.code} for contest ${contestId}`);
    const { keyId, box } = core.keys.encrypt('draw-secret', secret, uuidBytes(contestId));
    await tx.insert(drawSecret).values({ contestId, ciphertext: box, keyId });
    const digest = commitToSecret(sha256, 'operator', bindingOf(contest), secret);
    await tx.insert(drawCommitment).values({ contestId, role: 'operator', digest, holder: 'Valira Loteries, SA', publishedAt: at });
    await moveContest(tx, core.ids, at, contest, { step: 'operator-committed', actors: [actor], facts: { digest: hex(digest) } });
    await announceWhenReady(tx, core, contest, at);
    return ok(null);
  });

/** Takes the second holder's commitment: 32 bytes, made as docs/verify.md says. */
export const commitSecond = (
  core: Core,
  contestId: string,
  digest: Uint8Array,
  holder: { readonly id: string; readonly name: string },
): Promise<Outcome<null, CommitRefusal>> =>
  core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.state !== 'scheduled' || contest.source !== 'rng') return refuse('wrong_state');
    const at = core.clock.now();
    if (at.getTime() + RECEIPT_LEAD_MS >= contest.closesAt.getTime()) return refuse('wrong_state');
    const added = await tx
      .insert(drawCommitment)
      .values({ contestId, role: 'second', digest, holder: holder.name, publishedAt: at })
      .onConflictDoNothing()
      .returning({ role: drawCommitment.role });
    if (added.length === 0) return refuse('already_exists');
    await moveContest(tx, core.ids, at, contest, { step: 'second-committed', actors: [holder.id], facts: { digest: hex(digest) } });
    await announceWhenReady(tx, core, contest, at);
    return ok(null);
  });

/** What the inspector's receipt log gets to answer before the first sale. */
const RECEIPT_LEAD_MS = 3_000;

async function announceWhenReady(tx: Tx, core: Core, contest: Contest, at: Date): Promise<void> {
  const commitments = await tx.select().from(drawCommitment).where(eq(drawCommitment.contestId, contest.id)).orderBy(drawCommitment.role);
  if (commitments.length < 2) return;
  const [made] = await tx
    .select()
    .from(generatorCall)
    .where(and(eq(generatorCall.contestId, contest.id), eq(generatorCall.purpose, 'secret')));
  if (!made) throw new Error(`the operator's secret of contest ${contest.id} is not in the generator's log`);
  // Sales open after the announcement has been published and receipted, never with it.
  const opensAt = new Date(Math.max(contest.opensAt.getTime(), at.getTime() + RECEIPT_LEAD_MS));
  await tx.update(contestTable).set({ opensAt }).where(eq(contestTable.id, contest.id));
  const announcement: Announcement = {
    drawId: wireId('contest', contest.id),
    definitionHash: hex(contest.definitionHash),
    mapping: mappingOf(contest),
    commitments: commitments.map(({ role, holder, digest }) => ({ role, holder, commitment: hex(digest) })),
    beacon: core.beacon ? beaconPlan(core.beacon.chain, contest.drawsAt) : null,
    fallback: core.beacon ? fallbackPlan(core.beacon.chain, contest.drawsAt) : null,
    generatorHead: { generator: made.generator, sequence: Number(made.sequence), head: hex(made.head) },
    opensAt: opensAt.toISOString(),
    closesAt: contest.closesAt.toISOString(),
    publishedAt: at.toISOString(),
  };
  await tx.insert(drawAnnouncement).values({
    contestId: contest.id,
    statement: toJson(signStatement(sha256, core.keys.signer('seal'), 'announcement', announcement)),
    statementHash: fromHex(statementHash(sha256, 'announcement', announcement)),
    at,
  });
  await moveContest(tx, core.ids, at, contest, { step: 'announced', actors: [SYSTEM] });
}
