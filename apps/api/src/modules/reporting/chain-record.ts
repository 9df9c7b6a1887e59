/** Numbers a signed document and chains it to the one before, once per contest and version; the stored one is answered when there is one. */
import { contestRecord } from '@valira/db/schema';
import { canonicalJson, type Signed } from '@valira/games/verifiable';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
import type { Contest } from '../contests/index.ts';

export const chainRecord = <Body>(
  core: Core,
  { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>,
  document: Signed<Body>,
): Promise<Signed<Body>> =>
  core.inTransaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('contest-records'))`);
    const where = and(eq(contestRecord.contestId, id), eq(contestRecord.resultVersion, resultVersion));
    const [stored] = await tx.select().from(contestRecord).where(where);
    if (stored) return JSON.parse(stored.document) as Signed<Body>;
    const [last] = await tx.select().from(contestRecord).orderBy(desc(contestRecord.sequence)).limit(1);
    const text = canonicalJson(toJson(document));
    await tx.insert(contestRecord).values({
      contestId: id,
      resultVersion,
      sequence: (last?.sequence ?? 0n) + 1n,
      document: text,
      documentHash: sha256(Buffer.from(text)),
      previousHash: last?.documentHash ?? new Uint8Array(32),
      at: core.clock.now(),
    });
    return document;
  });
