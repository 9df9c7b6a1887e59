/**
 * The job that makes a run: files from both secrets, the audit of the files, the table that validation reads, a count of that table, the seal.
 *
 * It may be killed anywhere and is sent again: files go on from their checkpoint, rows from the last one written, and what is sealed is not sealed twice.
 * Between steps it asks whether somebody gave the run up. Whoever reads the database meanwhile finds keyed hashes and sealed outcomes.
 */
import { join } from 'node:path';
import { instantPack, instantRun, instantSeal, instantSecret, instantTicket, instantTile, receipt } from '@valira/db/schema';
import { type InstantKeys, type InstantRun, type InstantSecrets, instantRunHash } from '@valira/games/instants';
import { merkleTree, signStatement, statementHash, type Tile } from '@valira/games/verifiable';
import { ok } from '@valira/outcome';
import { and, eq, max, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { fromHex, hex, sha256, sha256Into } from '../../../platform/hash.ts';
import { wireId } from '../../../platform/ids.ts';
import type { HandledJob } from '../../../platform/jobs/index.ts';
import { toJson } from '../../../platform/json.ts';
import { addAudit } from '../../../platform/outbox.ts';
import type { ControlClient } from '../../control/index.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import { openSealed } from '../tickets/open-outcome.ts';
import type { AuditRecord } from './audit-record.ts';
import { copyTickets } from './copy-tickets.ts';
import { generateRunJob } from './jobs.ts';
import { secretContext } from './propose-run.ts';
import { findRun, type StoredRun } from './run.store.ts';
import type { RunAudit, RunFiles } from './run-files.ts';
import { runKeys } from './run-keys.ts';

export type GenerateDeps = {
  readonly core: Core;
  readonly control: Pick<ControlClient, 'handIn'>;
  readonly files: RunFiles;
  /** Holds a folder for each run. */
  readonly folder: string;
};

/** Somebody gave the run up, or the worker is asked to stop. */
class Stopped extends Error {}

type Making = {
  readonly run: StoredRun;
  readonly identity: InstantRun;
  readonly secrets: InstantSecrets;
  readonly runHash: Uint8Array;
  readonly keys: InstantKeys;
  readonly folder: string;
};

async function prepare({ core, folder }: GenerateDeps, run: StoredRun): Promise<Making> {
  const rows = await core.db.select().from(instantSecret).where(eq(instantSecret.runId, run.id));
  const of = (role: 'operator' | 'second') => {
    const row = rows.find((one) => one.role === role);
    if (!row) throw new Error(`run ${run.id} has no secret of role ${role}`);
    return { commitment: row.commitment, secret: core.keys.decrypt(row.keyId, row.box, secretContext(run.id, role)) };
  };
  const [operator, second] = [of('operator'), of('second')];
  const identity: InstantRun = {
    game: run.game,
    run: run.run,
    firstPack: run.firstPack,
    papersHash: run.papersHash,
    commitments: { operator: operator.commitment, second: second.commitment },
  };
  const runHash = instantRunHash(sha256, identity);
  const secrets = { operator: operator.secret, second: second.secret };
  return { run, identity, secrets, runHash, keys: runKeys(core.keys, runHash), folder: join(folder, wireId('instantRun', run.id)) };
}

/** Says how far it is; throws when the run was given up. */
async function progress(
  { db }: Core,
  runId: string,
  phase: NonNullable<StoredRun['phase']>,
  doneTickets: number,
  signal: AbortSignal,
): Promise<void> {
  const updated = await db
    .update(instantRun)
    .set({ phase, doneTickets })
    .where(and(eq(instantRun.id, runId), eq(instantRun.state, 'generating')))
    .returning({ id: instantRun.id });
  if (updated.length === 0 || signal.aborted) throw new Stopped();
}

async function makeFiles(deps: GenerateDeps, made: Making, signal: AbortSignal): Promise<Uint8Array> {
  const { run, identity, secrets, keys, folder } = made;
  const making = deps.files.generate({ folder, definition: run.papers, run: identity, secrets, keys, signal });
  try {
    for (;;) {
      const step = await making.next();
      if (step.done) return step.value.root;
      await progress(deps.core, run.id, 'generate', step.value.ticketsDone, signal);
    }
  } finally {
    // Ends its threads; the checkpoint stays.
    await making.return({ root: new Uint8Array(32) });
  }
}

/** Rows in stretches, each of them whole or not there; a second try goes on after the last. */
async function load(deps: GenerateDeps, { run, folder }: Making, signal: AbortSignal): Promise<void> {
  const { core, files } = deps;
  await core.db.execute(sql`SELECT ensure_instant_partition(${run.id}::uuid)`);
  const [last] = await core.db
    .select({ index: max(instantTicket.index) })
    .from(instantTicket)
    .where(eq(instantTicket.runId, run.id));
  let next = (last?.index ?? -1) + 1;
  for await (const batch of files.validationRecords(folder, run.papers)) {
    if (batch.first + batch.count <= next) continue;
    await copyTickets(core.sql, run, batch, next - batch.first);
    next = batch.first + batch.count;
    await progress(core, run.id, 'load', next, signal);
  }
  if (next !== run.size) throw new Error(`run ${run.id} has ${next} tickets in its file, not ${run.size}`);
}

/** Prizes of each tier in the table as it was loaded (incident R23: the check runs again on what validation reads). */
async function recount(deps: GenerateDeps, { run, runHash }: Making, signal: AbortSignal): Promise<Record<string, number>> {
  const { core } = deps;
  const counts = new Map<string, number>();
  let done = 0;
  const rows = core.sql<
    { index: number; sealed: Uint8Array }[]
  >`SELECT index, sealed FROM instant_ticket WHERE run_id = ${run.id} ORDER BY index`;
  for await (const page of rows.cursor(5_000)) {
    for (const { index, sealed } of page) {
      const { tier } = openSealed(core.keys, run, runHash, index, sealed);
      if (tier) counts.set(tier.id, (counts.get(tier.id) ?? 0) + 1);
    }
    done += page.length;
    await progress(core, run.id, 'recount', done, signal);
  }
  return Object.fromEntries(counts);
}

/** The first tier whose count is not the papers'; null when all agree. */
const wrongCount = ({ papers }: StoredRun, counts: Readonly<Record<string, number>>): string | null =>
  papers.tiers.find(({ id, count }) => counts[id] !== count)?.id ?? null;

async function treeOf(deps: GenerateDeps, { folder }: Making): Promise<{ root: Uint8Array; leaves: number; tiles: Tile[] }> {
  const tiles: Tile[] = [];
  const tree = merkleTree(sha256, (tile) => tiles.push(tile), sha256Into);
  for await (const { count, hashes } of deps.files.leafHashes(folder))
    for (let i = 0; i < count; i += 1) tree.append(hashes.subarray(32 * i, 32 * (i + 1)));
  const { root, size } = tree.finish();
  return { root, leaves: size, tiles };
}

async function sealRun({ core }: GenerateDeps, made: Making, tree: Awaited<ReturnType<typeof treeOf>>, audit: AuditRecord): Promise<void> {
  const { run, runHash, identity } = made;
  await core.inTransaction(async (tx) => {
    const [held] = await tx.select().from(instantRun).where(eq(instantRun.id, run.id)).for('no key update');
    if (held?.state !== 'generating') throw new Stopped();
    const now = core.clock.now();
    const body = {
      runId: wireId('instantRun', run.id),
      game: run.game,
      run: run.run,
      firstPack: run.firstPack,
      papersHash: hex(run.papersHash),
      commitments: { operator: hex(identity.commitments.operator), second: hex(identity.commitments.second) },
      runHash: hex(runHash),
      root: hex(tree.root),
      leaves: tree.leaves,
      sealedAt: now.toISOString(),
    };
    await tx.insert(instantSeal).values({
      runId: run.id,
      runHash,
      root: tree.root,
      leaves: tree.leaves,
      audit: toJson(audit),
      statement: toJson(signStatement(sha256, core.keys.signer('seal'), 'instant-root', body)),
      statementHash: fromHex(statementHash(sha256, 'instant-root', body)),
      sealedAt: now,
    });
    for (let at = 0; at < tree.tiles.length; at += 500)
      await tx.insert(instantTile).values(tree.tiles.slice(at, at + 500).map((tile) => ({ runId: run.id, ...tile })));
    if (run.channel === 'shop')
      await tx.execute(sql`
        INSERT INTO ${instantPack} (run_id, pack) SELECT ${run.id}::uuid, pack
        FROM generate_series(${run.firstPack}::int, ${run.firstPack + run.size / run.packSize - 1}::int) AS pack`);
    await tx.update(instantRun).set({ state: 'ready', phase: null, doneTickets: run.size }).where(eq(instantRun.id, run.id));
    await addAudit(tx, core.ids, now, {
      actor: 'system',
      action: 'instant.run-sealed',
      subject: wireId('instantRun', run.id),
      after: { root: hex(tree.root), leaves: tree.leaves },
    });
  });
}

/** The root is handed in at once, so that no second version of it can be shown later. */
async function handInRoot({ core, control }: GenerateDeps, runId: string): Promise<void> {
  const reference = wireId('instantRun', runId);
  const [known] = await core.db
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(eq(receipt.subject, 'instant-root'), eq(receipt.reference, reference)));
  const [seal] = await core.db.select().from(instantSeal).where(eq(instantSeal.runId, runId));
  if (known || !seal) return;
  const receipted = await control.handIn({ kind: 'instant-root', subjectId: reference, hash: hex(seal.statementHash) });
  if (!receipted.ok) throw new Error(`the receipt log holds another root of run ${runId}`);
  await core.db
    .insert(receipt)
    .values({ id: core.ids.next(), subject: 'instant-root', reference, receipt: toJson(receipted.value), at: core.clock.now() })
    .onConflictDoNothing();
}

async function fail({ core }: GenerateDeps, runId: string, words: string, facts: unknown): Promise<void> {
  await core.inTransaction(async (tx) => {
    const failed = await tx
      .update(instantRun)
      .set({ state: 'failed', failure: words.slice(0, 500) })
      .where(and(eq(instantRun.id, runId), eq(instantRun.state, 'generating')))
      .returning({ id: instantRun.id });
    if (failed.length > 0) await raiseAlarm(core, tx, { kind: 'generation-failed', runId, subject: words.slice(0, 200), facts });
  });
}

const mostFindings = 20;
const shortOf = (audit: RunAudit): unknown => ({ passed: audit.passed, findings: audit.findings.slice(0, mostFindings) });

export async function generateRun(deps: GenerateDeps, runId: string, signal: AbortSignal): Promise<void> {
  const run = await findRun(deps.core.db, runId);
  if (run?.state === 'ready') return handInRoot(deps, runId);
  if (run?.state !== 'generating') return;
  const made = await prepare(deps, run);
  try {
    const root = await makeFiles(deps, made, signal);
    await progress(deps.core, runId, 'audit', 0, signal);
    const audit = await deps.files.audit(made.folder, made.keys, {
      signal,
      approvedPapersHash: hex(run.papersHash),
      publishedRoot: hex(root),
    });
    if (!audit.passed) return fail(deps, runId, 'the audit of the files found differences', shortOf(audit));
    await load(deps, made, signal);
    const counts = await recount(deps, made, signal);
    const tier = wrongCount(run, counts);
    if (tier !== null) return fail(deps, runId, `the table holds another number of prizes of tier ${tier}`, { counts });
    const tree = await treeOf(deps, made);
    if (hex(tree.root) !== hex(root)) return fail(deps, runId, 'the leaves do not give the root of the manifest', { root: hex(tree.root) });
    await sealRun(deps, made, tree, { report: toJson(audit), recount: counts });
  } catch (error) {
    // Given up: nothing is left to do. Asked to stop: the job is sent again and goes on where it was.
    if (!(error instanceof Stopped) || signal.aborted) throw error;
    return;
  }
  await handInRoot(deps, runId);
}

export const generateRunHandler = (deps: GenerateDeps): HandledJob =>
  generateRunJob.handledBy(async ({ runId }, { signal }) => {
    await generateRun(deps, runId, signal);
    return ok(null);
  });
