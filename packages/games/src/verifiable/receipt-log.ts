/**
 * The inspector's receipt log: an append-only chain of what was handed in and when, each entry signed by the log's key.
 *
 * An entry holds the head before it; its own head = hash of its signed message. A bundle carries the entries about its
 * draw, so a second version of a seal cannot be shown later: it would need a receipt that the log does not have.
 *
 * Example: entry 7 with previous = head of entry 6; changing entry 6 afterwards changes its head and breaks entry 7.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Sha256 } from '../randomness/hash-ports.ts';
import { type Ed25519Signer, type Ed25519Verify, type Signed, signStatement, statementHash, verifyStatement } from './signed-statement.ts';

export type ReceiptKind = 'announcement' | 'seal' | 'countersignature' | 'generator-head' | 'day-head' | 'redraw' | 'instant-root';

export type ReceiptEntry = {
  /** Id of the log. */
  readonly log: string;
  /** 1, 2, 3, … without a gap. */
  readonly sequence: number;
  /** The log's own clock: ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly kind: ReceiptKind;
  /** Draw, pool or day that the receipted statement is about. */
  readonly subjectId: string;
  /** Statement hash of what was handed in, hexadecimal. */
  readonly hash: string;
  /** Head before this entry, hexadecimal; 64 zeros before the first. */
  readonly previous: string;
};

export type Receipt = Signed<ReceiptEntry>;

export type ReceiptHead = { readonly log: string; readonly sequence: number; readonly head: string };

export type ReceiptLogRefusal = 'receipt_signature_wrong' | 'receipt_out_of_sequence' | 'receipt_chain_broken' | 'receipt_other_log';

export const emptyReceiptLog = (log: string): ReceiptHead => ({ log, sequence: 0, head: '0'.repeat(64) });

export const receiptHead = (sha256: Sha256, entry: ReceiptEntry): ReceiptHead => ({
  log: entry.log,
  sequence: entry.sequence,
  head: statementHash(sha256, 'receipt', entry),
});

/** The next receipt of a log. The caller stores it and the new head in one transaction. */
export function appendReceipt(
  sha256: Sha256,
  signer: Ed25519Signer,
  head: ReceiptHead,
  handedIn: Pick<ReceiptEntry, 'at' | 'kind' | 'subjectId' | 'hash'>,
): { readonly receipt: Receipt; readonly head: ReceiptHead } {
  const { at, kind, subjectId, hash } = handedIn;
  const entry: ReceiptEntry = { log: head.log, sequence: head.sequence + 1, at, kind, subjectId, hash, previous: head.head };
  return { receipt: signStatement(sha256, signer, 'receipt', entry), head: receiptHead(sha256, entry) };
}

/** Checks a run of consecutive receipts that starts right after `from`; the value is the head after the last. */
export function verifyReceiptRange(
  sha256: Sha256,
  verify: Ed25519Verify,
  from: ReceiptHead,
  receipts: Iterable<Receipt>,
): Outcome<ReceiptHead, ReceiptLogRefusal> {
  let head = from;
  for (const receipt of receipts) {
    const entry = receipt.body;
    const at = { path: `sequence ${entry.sequence}` };
    if (entry.log !== head.log) return refuse('receipt_other_log', at);
    if (entry.sequence !== head.sequence + 1) return refuse('receipt_out_of_sequence', at);
    if (entry.previous !== head.head) return refuse('receipt_chain_broken', at);
    if (!verifyStatement(sha256, verify, 'receipt', receipt)) return refuse('receipt_signature_wrong', at);
    head = receiptHead(sha256, entry);
  }
  return ok(head);
}
