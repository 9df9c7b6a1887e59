/**
 * The daily head: one signed statement over the heads of all chains at the end of a business day, handed to the receipt log at once.
 * What came before it cannot be changed afterwards without contradicting a receipt. Made once per business date.
 */
import { auditEvent, contestRecord, dailyHead, receipt } from '@valira/db/schema';
import { type Receipt, signStatement, statementHash } from '@valira/games/verifiable';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Core } from '../core.ts';
import { fromHex, hex, sha256 } from '../hash.ts';
import { canonicalText, toJson } from '../json.ts';

export type HandInDayHead = (subjectId: string, hash: string) => Promise<Receipt>;

export const isDayHeadDone = async ({ db }: Pick<Core, 'db'>, date: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(eq(receipt.subject, 'day-head'), eq(receipt.reference, date)));
  return row !== undefined;
};

/** Signs and stores the head of `date` unless it is there, and has it receipted unless it is. */
export async function closeDay(core: Core, date: string, handIn: HandInDayHead): Promise<void> {
  const { db, keys, clock, ids } = core;
  const body = await core.inTransaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('daily-head'))`);
    const [stored] = await tx.select().from(dailyHead).where(eq(dailyHead.businessDay, date));
    if (stored) return JSON.parse(stored.statement) as unknown;
    const [audit] = await tx.select({ seq: auditEvent.seq, hash: auditEvent.hash }).from(auditEvent).orderBy(desc(auditEvent.seq)).limit(1);
    const [record] = await tx.select().from(contestRecord).orderBy(desc(contestRecord.sequence)).limit(1);
    const intakes = await tx.execute<{ id: string; seq: string; head: Uint8Array }>(sql`
      SELECT i.id, l.seq::text AS seq, l.head FROM intake i
      CROSS JOIN LATERAL (SELECT seq, head FROM intake_link WHERE intake_id = i.id ORDER BY seq DESC LIMIT 1) l ORDER BY i.id`);
    const at = clock.now();
    const statement = toJson({
      businessDay: date,
      at,
      audit: audit ? { sequence: audit.seq, head: hex(audit.hash) } : null,
      records: record ? { sequence: record.sequence, head: hex(record.documentHash) } : null,
      intakes: intakes.map(({ id, seq, head }) => ({ id, sequence: seq, head: hex(head) })),
    });
    const { keyId, signature } = signStatement(sha256, keys.signer('seal'), 'day-head', statement);
    await tx.insert(dailyHead).values({ businessDay: date, statement: canonicalText(statement), keyId, signature: fromHex(signature), at });
    return statement;
  });
  if (await isDayHeadDone(core, date)) return;
  const answer = await handIn(date, statementHash(sha256, 'day-head', body));
  await db
    .insert(receipt)
    .values({ id: ids.next(), subject: 'day-head', reference: date, receipt: toJson(answer), at: clock.now() })
    .onConflictDoNothing();
}
