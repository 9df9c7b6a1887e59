/**
 * Whether a link is what the intake signed and follows the one before it.
 *
 * Example: after link 7 with head h7 only a link with sequence 8 and previous h7 follows; its signature covers sequence,
 * previous head, number of records, amount, hash of the records and the instant of sale.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { hex, sha256, unhex } from '../statements/digest.ts';
import { isSignature, messageOf } from '../statements/signed-statement.ts';
import { hash32, instantText, uuid } from '../wire-shapes.ts';
import { readRecords, type SoldRecord } from './sold-record.ts';

export const linkShape = z.strictObject({
  intakeId: uuid,
  sequence: z.string().regex(/^[1-9]\d{0,17}$/),
  previous: hash32,
  recordCount: z.int().min(1).max(1_000_000),
  amountCents: z.string().regex(/^-?(0|[1-9]\d{0,17})$/),
  recordsHash: hash32,
  at: instantText,
  records: z.base64().max(16_000_000),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  keyId: z.string().regex(/^key_[0-9a-f]{32}$/),
});

export type SentLink = z.infer<typeof linkShape>;

export type CheckedLink = {
  readonly sent: SentLink;
  readonly sequence: bigint;
  readonly head: Buffer;
  readonly soldAt: Date;
  readonly amountCents: bigint;
  readonly records: readonly SoldRecord[];
};

export type LinkRefusal = 'signature_wrong' | 'records_malformed' | 'records_hash_wrong' | 'record_count_wrong' | 'amount_wrong';

function bodyOf({ intakeId, sequence, previous, recordCount, amountCents, recordsHash, at }: SentLink) {
  return { intakeId, sequence, previous, recordCount, amountCents, recordsHash, at };
}

/** Head of a link: what the next one must name as its previous. */
export const headOf = (sent: SentLink): Buffer => sha256(messageOf('intake-link', bodyOf(sent)));

/** Checks a link by itself: signature under `publicKey`, hash, number and amount of its records. */
export function checkLink(publicKey: Uint8Array, sent: SentLink): Outcome<CheckedLink, LinkRefusal> {
  const message = messageOf('intake-link', bodyOf(sent));
  if (!isSignature(publicKey, message, unhex(sent.signature))) return refuse('signature_wrong');
  const bytes = Buffer.from(sent.records, 'base64');
  if (hex(sha256(bytes)) !== sent.recordsHash) return refuse('records_hash_wrong');
  const records = readRecords(bytes);
  if (records === null) return refuse('records_malformed');
  if (records.length !== sent.recordCount) return refuse('record_count_wrong', { facts: { counted: records.length } });
  const amount = records.reduce((total, { state, stakeCents }) => total + (state === 1 ? stakeCents : -stakeCents), 0n);
  if (amount !== BigInt(sent.amountCents)) return refuse('amount_wrong', { facts: { added: String(amount) } });
  return ok({ sent, sequence: BigInt(sent.sequence), head: sha256(message), soldAt: new Date(sent.at), amountCents: amount, records });
}
