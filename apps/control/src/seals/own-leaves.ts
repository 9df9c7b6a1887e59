/**
 * This system's own tickets of a contest as leaf entries, in the order of sealing: ticket id ascending, byte by byte.
 *
 * A ticket is one leaf; where a cancellation came later in the chain, its state is "cancelled". Rows stream through a cursor, so that
 * memory does not grow with the contest.
 */
import type { Tx } from '../sql.ts';

export type OwnLeaf = {
  readonly ticketId: string;
  /** The leaf entry (docs/verify.md, section 3). */
  readonly entry: Buffer;
  readonly cancelled: boolean;
};

export type LeafScan = {
  /** Called for every leaf, in order. */
  readonly onLeaf: (leaf: OwnLeaf) => void;
  /** Called for a cancellation that is not of a ticket here, or not of its stake and play. */
  readonly onUnmatched: (ticketId: string) => void;
};

const rowsAtOnce = 5_000;

type Row = { ticketId: string; state: 1 | 2; entry: Buffer };

const cancelledState = 2;

/** Reads all leaves. What came late counts when it arrived no later than `quarantinedUntil`; with null it does not. */
export async function scanOwnLeaves(
  tx: Tx,
  contestId: string,
  quarantinedUntil: Date | null,
  { onLeaf, onUnmatched }: LeafScan,
): Promise<void> {
  // The last byte is the state; a cancellation's bytes before it must be those of the sale.
  const rows = tx<Row[]>`
    SELECT ticket_id AS "ticketId", state,
      commitment || substring(int4send(length(lines)) FROM 3) || lines || int8send(stake_cents) || substring(int2send(state) FROM 2) AS entry
    FROM record WHERE contest_id = ${contestId} AND (NOT quarantined OR arrived_at <= ${quarantinedUntil}::timestamptz) ORDER BY ticket_id, state`.cursor(
    rowsAtOnce,
  );
  let sold: Row | null = null;
  const emit = (row: Row | null, cancelled: boolean) => {
    if (row) onLeaf({ ticketId: row.ticketId, entry: row.entry, cancelled });
  };
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.state !== cancelledState) {
        emit(sold, false);
        sold = row;
        continue;
      }
      if (sold?.ticketId === row.ticketId && sold.entry.subarray(0, -1).equals(row.entry.subarray(0, -1))) {
        sold = null;
        emit(row, true);
      } else onUnmatched(row.ticketId);
    }
  }
  emit(sold, false);
}

/** Cents of an entry. */
export const stakeOf = (entry: Buffer): bigint => entry.readBigUInt64BE(entry.length - 9);

/** Packed lines of an entry. */
export const linesOf = (entry: Buffer): Buffer => entry.subarray(34, entry.length - 9);
