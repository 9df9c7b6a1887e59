/**
 * The chain of an intake: one signed link per committed batch, so that nothing can be put between two batches afterwards.
 *
 * Record = contest id (16) ‖ ticket id (16) ‖ leaf entry (docs/verify.md). A link signs sequence, previous head, number of records,
 * amount (sold minus cancelled, cents), hash of the records and the instant; its head is the hash of that statement. Each intake has
 * its own chain: there is no global head that every sale would have to wait for.
 */
import { type Ed25519Signer, encodeTicketLeaf, signStatement, statementHash, type TicketLeaf } from '@valira/games/verifiable';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { uuidBytes } from '../../platform/ids.ts';

export type IntakeRecord = { readonly contestId: string; readonly ticketId: string; readonly leaf: TicketLeaf };

export type LinkBody = {
  readonly intakeId: string;
  readonly sequence: string;
  readonly previous: string;
  readonly recordCount: number;
  readonly amountCents: string;
  readonly recordsHash: string;
  readonly at: string;
};

export type ChainHead = { readonly sequence: bigint; readonly head: Uint8Array };

export type IntakeLink = ChainHead & {
  readonly previous: Uint8Array;
  readonly records: Uint8Array;
  readonly recordCount: number;
  readonly amountCents: bigint;
  readonly signature: Uint8Array;
};

export const emptyChain: ChainHead = { sequence: 0n, head: new Uint8Array(32) };

export const encodeRecord = ({ contestId, ticketId, leaf }: IntakeRecord): Uint8Array =>
  Buffer.concat([uuidBytes(contestId), uuidBytes(ticketId), encodeTicketLeaf(leaf)]);

/** The next link over these records. The caller stores it with the batch. */
export function nextLink(signer: Ed25519Signer, intakeId: string, head: ChainHead, records: readonly IntakeRecord[], at: Date): IntakeLink {
  const bytes = Buffer.concat(records.map(encodeRecord));
  const amountCents = records.reduce((total, { leaf }) => total + (leaf.state === 'sold' ? leaf.stakeCents : -leaf.stakeCents), 0n);
  const body: LinkBody = {
    intakeId,
    sequence: String(head.sequence + 1n),
    previous: hex(head.head),
    recordCount: records.length,
    amountCents: String(amountCents),
    recordsHash: hex(sha256(bytes)),
    at: at.toISOString(),
  };
  return {
    sequence: head.sequence + 1n,
    head: fromHex(statementHash(sha256, 'intake-link', body)),
    previous: head.head,
    records: bytes,
    recordCount: records.length,
    amountCents,
    signature: fromHex(signStatement(sha256, signer, 'intake-link', body).signature),
  };
}
