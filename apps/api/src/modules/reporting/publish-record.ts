/**
 * Publishes a contest's record: signed, numbered, chained to the one before, stored in the database and in the archive as JSON, PDF and
 * bundle. Done once; whatever a crash left out is completed by the next run from what the database holds.
 */
import { contestRecord } from '@valira/db/schema';
import { type BundleDocument, bundleHeader, canonicalJson, encodeTicketLeaf, signStatement } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { type Contest, entryBatches, findContest, lockContest, moveContest, SYSTEM } from '../contests/index.ts';
import type { Archive } from './archive.ts';
import { type RecordSources, recordBody } from './record-body.ts';
import { recordPdf } from './record-pdf.ts';

export const archiveName = (contest: Pick<Contest, 'id' | 'slug' | 'number'>, version: number, ending: string): string =>
  `records/${contest.slug}/${String(contest.number).padStart(6, '0')}-v${version}-${wireId('contest', contest.id)}.${ending}`;

async function storedDocument(core: Core, contest: Contest, sources: RecordSources): Promise<BundleDocument> {
  const body = await recordBody(core.db, contest, sources);
  const signer = core.keys.signer('seal');
  const document: BundleDocument =
    body.kind === 'draw' ? signStatement(sha256, signer, 'draw-record', body) : signStatement(sha256, signer, 'pool-record', body);
  return core.inTransaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('contest-records'))`);
    const where = and(eq(contestRecord.contestId, contest.id), eq(contestRecord.resultVersion, contest.resultVersion));
    const [stored] = await tx.select().from(contestRecord).where(where);
    if (stored) return JSON.parse(stored.document) as BundleDocument;
    const [last] = await tx.select().from(contestRecord).orderBy(desc(contestRecord.sequence)).limit(1);
    const text = canonicalJson(document);
    await tx.insert(contestRecord).values({
      contestId: contest.id,
      resultVersion: contest.resultVersion,
      sequence: (last?.sequence ?? 0n) + 1n,
      document: text,
      documentHash: sha256(Buffer.from(text)),
      previousHash: last?.documentHash ?? new Uint8Array(32),
      at: core.clock.now(),
    });
    return document;
  });
}

/** Header, then the leaves in tree order as they were hashed: a stream, whatever their number. */
async function* bundleParts(core: Core, contestId: string, document: BundleDocument): AsyncGenerator<Uint8Array> {
  yield bundleHeader(document);
  for await (const batch of entryBatches(core.sql, contestId))
    yield Buffer.concat(batch.map((entry) => encodeTicketLeaf({ ...entry, state: entry.cancelled ? 'cancelled' : 'sold' })));
}

export async function publishRecord(
  core: Core,
  archive: Archive,
  sources: RecordSources,
  contestId: string,
): Promise<Outcome<null, 'contest_not_found' | 'wrong_state'>> {
  const contest = await findContest(core.db, contestId);
  if (!contest) return refuse('contest_not_found');
  if (contest.state !== 'published') return refuse('wrong_state');
  const document = await storedDocument(core, contest, sources);
  const name = (ending: string) => archiveName(contest, contest.resultVersion, ending);
  await archive.put(name('json'), [Buffer.from(canonicalJson(document))]);
  await archive.put(name('pdf'), [await recordPdf(document, contest)]);
  await archive.put(name('valira'), bundleParts(core, contestId, document));
  return core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contestId);
    if (locked?.state !== 'published') return refuse('wrong_state');
    await moveContest(tx, core.ids, core.clock.now(), locked, { step: 'archived', to: 'archived', actors: [SYSTEM] });
    return ok(null);
  });
}
