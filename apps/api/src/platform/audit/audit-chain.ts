/**
 * The audit chain: who did what, each event holding the hash of the one before, so that none can be changed, dropped or put in between.
 *
 * Commands write intents in their own transaction; one sequencer at a time gives them their place. Hash = SHA-256(previous hash ‖ body),
 * where the body is the canonical text of id, instant and entry.
 */
import type { Db } from '@valira/db';
import { auditEvent, auditIntent } from '@valira/db/schema';
import { asc, desc, gte, inArray, sql } from 'drizzle-orm';
import { sha256 } from '../hash.ts';
import { canonicalText } from '../json.ts';

const BATCH = 500;
const NOTHING = new Uint8Array(32);

const hashOf = (previous: Uint8Array, body: string): Uint8Array => sha256(Buffer.concat([previous, Buffer.from(body)]));

/** Chains one batch of intents; returns how many. */
export const sequenceOnce = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('audit-sequencer'))`);
    const intents = await tx.select().from(auditIntent).orderBy(asc(auditIntent.id)).limit(BATCH);
    if (intents.length === 0) return 0;
    const [last] = await tx.select({ seq: auditEvent.seq, hash: auditEvent.hash }).from(auditEvent).orderBy(desc(auditEvent.seq)).limit(1);
    let { seq, hash } = last ?? { seq: 0n, hash: NOTHING };
    const events = intents.map(({ id, body, at }) => {
      const previousHash = hash;
      const text = canonicalText({ id, at, entry: body });
      hash = hashOf(previousHash, text);
      seq += 1n;
      return { seq, id, previousHash, hash, body: text, at };
    });
    await tx.insert(auditEvent).values(events);
    await tx.delete(auditIntent).where(
      inArray(
        auditIntent.id,
        intents.map(({ id }) => id),
      ),
    );
    return events.length;
  });

export type ChainFinding = { readonly seq: bigint; readonly problem: 'gap' | 'previous-hash' | 'hash' };

/** Checks the chain from `from` on, a page at a time; an empty list is an unbroken chain. */
export async function verifyAuditChain(db: Db, from = 1n): Promise<ChainFinding[]> {
  const findings: ChainFinding[] = [];
  let next = from;
  let previous: Uint8Array | null = from === 1n ? NOTHING : null;
  for (;;) {
    const page = await db.select().from(auditEvent).where(gte(auditEvent.seq, next)).orderBy(asc(auditEvent.seq)).limit(1000);
    for (const event of page) {
      if (event.seq !== next) findings.push({ seq: event.seq, problem: 'gap' });
      if (previous && !Buffer.from(event.previousHash).equals(previous)) findings.push({ seq: event.seq, problem: 'previous-hash' });
      if (!Buffer.from(event.hash).equals(hashOf(event.previousHash, event.body))) findings.push({ seq: event.seq, problem: 'hash' });
      previous = event.hash;
      next = event.seq + 1n;
    }
    if (page.length < 1000) return findings;
  }
}
