/**
 * The inspector's receipt log (docs/verify.md, section 6): a chain of what was handed in and when, each entry signed by the log's
 * own key. Example: entry 7 names the head of entry 6; whoever changes entry 6 afterwards breaks entry 7.
 *
 * The same hash handed in again gets the same receipt. A second, different hash of a seal or an announcement is receipted too, so
 * that the log shows both, and refused with both receipts: of these there is one version.
 */
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import { z } from 'zod';
import { recordFindings } from '../contests/findings.ts';
import type { ControlDeps } from '../deps.ts';
import type { Tx } from '../sql.ts';
import { hex, unhex } from '../statements/digest.ts';
import { isSigned, type Signed, type Signer, sign, statementHash } from '../statements/signed-statement.ts';
import { contestIdOf, hash32, subjectText } from '../wire-shapes.ts';

export const receiptKind = z.enum(['announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw', 'instant-root']);

export const receiptRequestShape = z.strictObject({ kind: receiptKind, subjectId: subjectText, hash: hash32 });

export type ReceiptRequest = z.infer<typeof receiptRequestShape>;

export type ReceiptEntry = {
  readonly log: string;
  readonly sequence: number;
  readonly at: string;
  readonly kind: z.infer<typeof receiptKind>;
  readonly subjectId: string;
  readonly hash: string;
  readonly previous: string;
};

export type Receipt = Signed<ReceiptEntry>;

export type ReceiptRefusal = Refusal<'second_version'> & { readonly receipts: readonly Receipt[] };

/** The log's id is that of its first and only key's. */
export const logIdOf = ({ keyId }: Signer): string => `log_${keyId.slice(4)}`;

const single = new Set(['seal', 'announcement', 'redraw', 'instant-root']);

export async function handIn(
  { sql, keys, now }: ControlDeps,
  { kind, subjectId, hash }: ReceiptRequest,
): Promise<{ readonly ok: true; readonly value: Receipt } | ReceiptRefusal> {
  return sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('receipt'))`;
    const earlier = await tx<{ hash: Buffer; receipt: Receipt }[]>`
      SELECT hash, receipt FROM receipt WHERE kind = ${kind} AND subject_id = ${subjectId} AND (${single.has(kind)} OR hash = ${unhex(hash)})
      ORDER BY sequence`;
    const known = earlier.find((one) => hex(one.hash) === hash)?.receipt;
    const receipt = known ?? (await append(tx, keys.receiptLog, now(), { kind, subjectId, hash }));
    const versions = single.has(kind) && earlier.length > 0 ? [...new Set([...earlier.map((one) => one.receipt), receipt])] : [];
    if (versions.length < 2) return ok(receipt);
    await recordFindings(
      tx,
      [
        {
          kind: 'second_version',
          contestId: contestIdOf(subjectId),
          key: `${kind}/${subjectId}/${hash}`,
          facts: { kind, subjectId, hash },
        },
      ],
      now(),
    );
    return { ...refuse('second_version'), receipts: versions };
  });
}

async function append(tx: Tx, signer: Signer, now: Date, { kind, subjectId, hash }: ReceiptRequest): Promise<Receipt> {
  const [last] = await tx<
    { sequence: bigint; head: Buffer; at: Date }[]
  >`SELECT sequence, head, at FROM receipt ORDER BY sequence DESC LIMIT 1`;
  // A clock that was set back does not put an entry before the one it follows.
  const at = last && last.at > now ? last.at : now;
  const entry: ReceiptEntry = {
    log: logIdOf(signer),
    sequence: Number(last?.sequence ?? 0n) + 1,
    at: at.toISOString(),
    kind,
    subjectId,
    hash,
    previous: last ? hex(last.head) : '0'.repeat(64),
  };
  const receipt = sign(signer, 'receipt', entry);
  await tx`
    INSERT INTO receipt (sequence, kind, subject_id, hash, head, receipt, at)
    VALUES (${entry.sequence}, ${kind}, ${subjectId}, ${unhex(hash)}, ${statementHash('receipt', entry)}, ${tx.json(receipt)}, ${at})`;
  return receipt;
}

/** Entries after a sequence number, oldest first; of one subject when it is named. */
export async function listReceipts(
  { sql }: ControlDeps,
  { after, limit, subjectId }: { readonly after: number; readonly limit: number; readonly subjectId: string | null },
): Promise<Receipt[]> {
  const rows = await sql<{ receipt: Receipt }[]>`
    SELECT receipt FROM receipt WHERE sequence > ${after} AND (${subjectId}::text IS NULL OR subject_id = ${subjectId})
    ORDER BY sequence LIMIT ${limit}`;
  return rows.map(({ receipt }) => receipt);
}

export type ReceiptRangeFault = 'receipt_missing' | 'receipt_chain_broken' | 'receipt_signature_wrong' | 'receipt_row_differs';

/** Checks a stretch of the log from its own entries, `from` and `until` included; the value is the head after the last. */
export async function verifyReceipts(
  { sql, keys }: ControlDeps,
  from: number,
  until: number,
): Promise<Outcome<{ readonly checked: number; readonly head: string }, ReceiptRangeFault>> {
  const rows = sql<{ sequence: bigint; kind: string; subjectId: string; hash: Buffer; head: Buffer; receipt: Receipt }[]>`
    SELECT sequence, kind, subject_id AS "subjectId", hash, head, receipt FROM receipt
    WHERE sequence BETWEEN ${from - 1} AND ${until} ORDER BY sequence`.cursor(1_000);
  let expected = Math.max(from - 1, 1);
  let previous: string | null = from === 1 ? '0'.repeat(64) : null;
  let checked = 0;
  for await (const batch of rows) {
    for (const { sequence, kind, subjectId, hash, head, receipt } of batch) {
      const { body, keyId } = receipt;
      const at = { path: `sequence ${expected}` };
      if (Number(sequence) !== expected) return refuse('receipt_missing', at);
      if (
        body.sequence !== expected ||
        body.kind !== kind ||
        body.subjectId !== subjectId ||
        body.hash !== hex(hash) ||
        body.log !== logIdOf(keys.receiptLog)
      )
        return refuse('receipt_row_differs', at);
      const ownHead = hex(statementHash('receipt', body));
      if (ownHead !== hex(head) || (previous !== null && body.previous !== previous)) return refuse('receipt_chain_broken', at);
      if (keyId !== keys.receiptLog.keyId || !isSigned('receipt', receipt)) return refuse('receipt_signature_wrong', at);
      previous = ownHead;
      if (expected >= from) checked += 1;
      expected += 1;
    }
  }
  if (expected <= until) return refuse('receipt_missing', { path: `sequence ${expected}` });
  return ok({ checked, head: previous ?? '0'.repeat(64) });
}
