/**
 * Every entry of a contest in ticket order, straight from COPY in binary form: memory stays flat however many there are.
 *
 * The format is PostgreSQL's own: a signature of 19 bytes, then for each row a count of fields and, for each field, its length and bytes.
 */
import type { Sql } from '@valira/db';
import { type Cents, cents } from '@valira/money';
import { uuidFromBytes } from '../../platform/ids.ts';

export type StoredEntry = {
  readonly ticketId: string;
  readonly accountId: string;
  readonly lines: Uint8Array;
  readonly stakeCents: Cents;
  readonly commitment: Uint8Array;
  readonly cancelled: boolean;
};

const HEADER_BYTES = 19;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** COPY takes no parameters; a contest's id is checked and written in. */
function copyQuery(contestId: string, range: { first: string; last: string } | null): string {
  for (const id of [contestId, range?.first ?? contestId, range?.last ?? contestId])
    if (!UUID.test(id)) throw new Error(`not a uuid: ${id}`);
  const stretch = range ? `AND e.ticket_id BETWEEN '${range.first}' AND '${range.last}'` : '';
  return `COPY (
    SELECT e.ticket_id, e.account_id, e.lines, e.stake_cents, e.commitment,
      (SELECT true FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id) AS cancelled
    FROM entry e WHERE e.contest_id = '${contestId}' ${stretch} ORDER BY e.ticket_id
  ) TO STDOUT (FORMAT binary)`;
}

/**
 * The entries in batches of what the network brought. `range` limits them to tickets from `first` to `last`, both included. An entry's bytes are
 * valid until the next batch is asked for.
 */
export async function* entryBatches(
  sql: Sql,
  contestId: string,
  range: { first: string; last: string } | null = null,
): AsyncGenerator<readonly StoredEntry[]> {
  const stream = await sql.unsafe(copyQuery(contestId, range)).readable();
  let rest: Buffer = Buffer.alloc(0);
  let at = HEADER_BYTES;
  for await (const chunk of stream) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const batch: StoredEntry[] = [];
    at = parseRows(rest, at, (entry) => batch.push(entry));
    rest = rest.subarray(at);
    at = 0;
    if (batch.length > 0) yield batch;
  }
  if (rest.length !== 0) throw new Error('the entries ended in the middle of a row');
}

/** Calls `take` for each entry. */
export async function readEntries(
  sql: Sql,
  contestId: string,
  range: { first: string; last: string } | null,
  take: (entry: StoredEntry) => void,
): Promise<void> {
  for await (const batch of entryBatches(sql, contestId, range)) for (const entry of batch) take(entry);
}

/** Reads whole rows from `at` on and returns where the first incomplete one starts. The end marker (−1 fields) is a row of its own. */
function parseRows(bytes: Buffer, from: number, take: (entry: StoredEntry) => void): number {
  let at = from;
  const fields: { start: number; length: number }[] = Array.from({ length: 6 }, () => ({ start: 0, length: -1 }));
  for (;;) {
    if (at + 2 > bytes.length) return Math.min(at, bytes.length);
    if (bytes.readInt16BE(at) === -1) return at + 2;
    let cursor = at + 2;
    for (const field of fields) {
      if (cursor + 4 > bytes.length) return at;
      field.length = bytes.readInt32BE(cursor);
      field.start = cursor + 4;
      cursor = field.start + Math.max(0, field.length);
      if (cursor > bytes.length) return at;
    }
    const [ticket, account, lines, stake, commitment, cancelled] = fields;
    if (!ticket || !account || !lines || !stake || !commitment || !cancelled) throw new Error('an entry has six fields');
    take({
      ticketId: uuidFromBytes(bytes.subarray(ticket.start, ticket.start + 16)),
      accountId: uuidFromBytes(bytes.subarray(account.start, account.start + 16)),
      lines: bytes.subarray(lines.start, lines.start + lines.length),
      stakeCents: cents(bytes.readBigInt64BE(stake.start)),
      commitment: bytes.subarray(commitment.start, commitment.start + 32),
      cancelled: cancelled.length === 1 && bytes[cancelled.start] === 1,
    });
    at = cursor;
  }
}
