/**
 * A run is proposed by one person, who supplies the first secret, and generated when another supplies the second. Nobody who knows only one of
 * them can foretell a ticket.
 *
 * Secrets are sealed under the key register; what is shown is their commitments, bound to game, run and papers.
 */
import type { Tx } from '@valira/db';
import { instantRun, instantSecret, productVersion } from '@valira/db/schema';
import { commitToInstantSecret, packCount, papersHash, parseInstantDefinition } from '@valira/games/instants';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { hex, sha256 } from '../../../platform/hash.ts';
import { uuidBytes, wireId } from '../../../platform/ids.ts';
import { addAudit, addToOutbox } from '../../../platform/outbox.ts';
import { generateRunJob } from './jobs.ts';
import { type InstantRunRow, lockRun } from './run.store.ts';

type Role = 'operator' | 'second';

/** The context a sealed secret opens in. */
export const secretContext = (runId: string, role: Role): Uint8Array => Buffer.concat([uuidBytes(runId), Buffer.from(role)]);

async function keepSecret(
  core: Core,
  tx: Tx,
  run: Pick<InstantRunRow, 'id' | 'game' | 'run' | 'papersHash'>,
  { role, secret, actor }: { role: Role; secret: Uint8Array; actor: string },
): Promise<Uint8Array> {
  const commitment = commitToInstantSecret(sha256, role, run, secret);
  const { keyId, box } = core.keys.encrypt('instant-seed', secret, secretContext(run.id, role));
  await tx.insert(instantSecret).values({ runId: run.id, role, commitment, keyId, box, suppliedBy: actor, at: core.clock.now() });
  return commitment;
}

export async function proposeRun(
  core: Core,
  tx: Tx,
  actor: string,
  { versionId, secret }: { readonly versionId: string; readonly secret: Uint8Array },
): Promise<Outcome<string, 'not_found' | 'not_on_sale' | 'instant_papers_expected'>> {
  const [version] = await tx.select().from(productVersion).where(eq(productVersion.id, versionId));
  if (!version) return refuse('not_found');
  const parsed = parseInstantDefinition(version.definition);
  if (!parsed.ok || version.modality !== 'b') return refuse('instant_papers_expected');
  if (!['approved', 'on-sale'].includes(version.state)) return refuse('not_on_sale');
  const papers = parsed.value;
  // Runs of one game are numbered one after the other, and so are their packs.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('instant-run'), ${papers.game})`);
  const [last] = await tx.select().from(instantRun).where(eq(instantRun.game, papers.game)).orderBy(desc(instantRun.run)).limit(1);
  const id = core.ids.next();
  const now = core.clock.now();
  const row: InstantRunRow = {
    id,
    productVersionId: versionId,
    game: papers.game,
    run: (last?.run ?? 0) + 1,
    channel: papers.channel === 'retail' ? 'shop' : 'online',
    size: papers.runSize,
    packSize: papers.packSize,
    firstPack: last ? last.firstPack + last.size / last.packSize : 1,
    priceCents: papers.priceCents,
    prizeFundCents: papers.prizeFundCents,
    papersHash: papersHash(sha256, papers),
    proposedBy: actor,
    createdAt: now,
    state: 'proposed',
    phase: null,
    doneTickets: 0,
    failure: null,
    openedBy: null,
    openedAt: null,
    endedBy: null,
    endedAt: null,
    endReason: null,
  };
  await tx.insert(instantRun).values(row);
  const commitment = await keepSecret(core, tx, row, { role: 'operator', secret, actor });
  await addAudit(tx, core.ids, now, {
    actor,
    action: 'instant.run-proposed',
    subject: wireId('instantRun', id),
    after: { game: row.game, run: row.run, packs: packCount(papers), papers: hex(row.papersHash), commitment: hex(commitment) },
  });
  return ok(id);
}

/** The second secret starts the generation. */
export async function supplySecret(
  core: Core,
  tx: Tx,
  actor: string,
  { runId, secret }: { readonly runId: string; readonly secret: Uint8Array },
): Promise<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes'>> {
  const run = await lockRun(tx, runId);
  if (!run) return refuse('not_found');
  if (run.state !== 'proposed') return refuse('wrong_state');
  if (run.proposedBy === actor) return refuse('four_eyes');
  const commitment = await keepSecret(core, tx, run, { role: 'second', secret, actor });
  await tx.update(instantRun).set({ state: 'generating', phase: 'generate' }).where(eq(instantRun.id, runId));
  const { topic, key, payload } = generateRunJob.message({ runId, attempt: 1 });
  await addToOutbox(tx, topic, key, payload);
  await addAudit(tx, core.ids, core.clock.now(), {
    actor,
    action: 'instant.second-secret',
    subject: wireId('instantRun', runId),
    after: { commitment: hex(commitment) },
  });
  return ok(null);
}

/** What was not opened yet can be given up; the job sees it at its next step. */
export async function cancelRun(
  core: Core,
  tx: Tx,
  actor: string,
  runId: string,
  reason: string,
): Promise<Outcome<null, 'not_found' | 'wrong_state'>> {
  const run = await lockRun(tx, runId);
  if (!run) return refuse('not_found');
  if (!['proposed', 'generating', 'failed', 'ready'].includes(run.state)) return refuse('wrong_state');
  await tx.update(instantRun).set({ state: 'cancelled', phase: null }).where(eq(instantRun.id, runId));
  await addAudit(tx, core.ids, core.clock.now(), {
    actor,
    action: 'instant.run-cancelled',
    subject: wireId('instantRun', runId),
    before: run.state,
    after: 'cancelled',
    reason,
  });
  return ok(null);
}

/** Tries again what failed, from where it stopped. */
export async function resumeRun(core: Core, tx: Tx, actor: string, runId: string): Promise<Outcome<null, 'not_found' | 'wrong_state'>> {
  const run = await lockRun(tx, runId);
  if (!run) return refuse('not_found');
  if (run.state !== 'failed') return refuse('wrong_state');
  await tx.update(instantRun).set({ state: 'generating', phase: 'generate', failure: null }).where(eq(instantRun.id, runId));
  const { topic, key, payload } = generateRunJob.message({ runId, attempt: core.clock.now().getTime() });
  await addToOutbox(tx, topic, key, payload);
  await addAudit(tx, core.ids, core.clock.now(), { actor, action: 'instant.run-resumed', subject: wireId('instantRun', runId) });
  return ok(null);
}
