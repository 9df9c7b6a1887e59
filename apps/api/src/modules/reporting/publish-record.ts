/**
 * Publishes a contest's record: signed, numbered, chained to the one before, stored in the database and in the archive as JSON, PDF and
 * bundle. Done once; whatever a crash left out is completed by the next run from what the database holds.
 */
import { type BundleDocument, bundleHeader, canonicalJson, type Signed, signStatement } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { type Contest, entryBatches, findContest, lockContest, moveContest, SYSTEM } from '../contests/index.ts';
import type { Archive } from './archive.ts';
import { chainRecord } from './chain-record.ts';
import { type RecordSources, recordBody } from './record-body.ts';
import { recordPdf } from './record-pdf.ts';

export const archiveName = (contest: Pick<Contest, 'id' | 'slug' | 'number'>, version: number, ending: string): string =>
  `records/${contest.slug}/${String(contest.number).padStart(6, '0')}-v${version}-${wireId('contest', contest.id)}.${ending}`;

async function storedDocument(core: Core, contest: Contest, sources: RecordSources): Promise<BundleDocument> {
  const body = await recordBody(core.db, contest, sources);
  const signer = core.keys.signer('seal');
  const document: BundleDocument =
    body.kind === 'draw' ? signStatement(sha256, signer, 'draw-record', body) : signStatement(sha256, signer, 'pool-record', body);
  return chainRecord(core, contest, document as Signed<BundleDocument['body']>) as Promise<BundleDocument>;
}

/** Header, then the leaves in tree order as they were hashed: a stream, whatever their number. */
async function* bundleParts(core: Core, contestId: string, document: BundleDocument): AsyncGenerator<Uint8Array> {
  yield bundleHeader(document);
  for await (const batch of entryBatches(core.sql, contestId)) yield Buffer.concat(batch.map(({ leaf }) => leaf));
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
