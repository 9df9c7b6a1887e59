/**
 * Every entry of a contest in ticket order: memory stays flat however many there are.
 *
 * Entries are asked for a page at a time, by ticket id, and each page comes packed into one value: a driver's work per row and per
 * field would cost more than reading them. The next page is on its way while one is worked on. (A COPY stream was tried and left: the
 * driver pauses its socket when the reader is slow and, where the end of the stream falls into such a pause, never reads on.)
 *
 * Packed entry: ticket id (16) ‖ account id (16) ‖ length of the lines (4, big-endian) ‖ lines ‖ stake in cents (8) ‖ commitment (32) ‖
 * cancelled (1).
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

/** Tickets from `first` to `last`, both included. */
export type TicketRange = { readonly first: string; readonly last: string };

const PAGE_ENTRIES = 2_000;
const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Page = { readonly entries: readonly StoredEntry[]; readonly last: string | null };

async function readPage(sql: Sql, contestId: string, from: string, included: boolean, until: string): Promise<Page> {
  const [row] = await sql<{ packed: Buffer | null }[]>`
    SELECT string_agg(uuid_send(ticket_id) || uuid_send(account_id) || int4send(length(lines)) || lines || int8send(stake_cents) || commitment
      || CASE WHEN cancelled THEN '\\x01'::bytea ELSE '\\x00'::bytea END, ''::bytea ORDER BY ticket_id) AS packed
    FROM (
      SELECT e.ticket_id, e.account_id, e.lines, e.stake_cents, e.commitment,
        EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id) AS cancelled
      FROM entry e
      WHERE e.contest_id = ${contestId}::uuid AND e.ticket_id >= ${from}::uuid AND (${included} OR e.ticket_id > ${from}::uuid) AND e.ticket_id <= ${until}::uuid
      ORDER BY e.ticket_id LIMIT ${PAGE_ENTRIES}
    ) page`;
  const entries = row?.packed ? unpack(row.packed) : [];
  return { entries, last: entries.length === PAGE_ENTRIES ? (entries.at(-1)?.ticketId ?? null) : null };
}

function unpack(bytes: Buffer): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lines = at + 36;
    const stake = lines + bytes.readUInt32BE(at + 32);
    entries.push({
      ticketId: uuidFromBytes(bytes.subarray(at, at + 16)),
      accountId: uuidFromBytes(bytes.subarray(at + 16, at + 32)),
      lines: bytes.subarray(lines, stake),
      stakeCents: cents(bytes.readBigInt64BE(stake)),
      commitment: bytes.subarray(stake + 8, stake + 40),
      cancelled: bytes[stake + 40] === 1,
    });
    at = stake + 41;
  }
  return entries;
}

/** The entries, a page at a time. What is sealed or about to be no longer changes, so pages need no common snapshot. */
export async function* entryBatches(sql: Sql, contestId: string, range: TicketRange | null = null): AsyncGenerator<readonly StoredEntry[]> {
  const until = range?.last ?? HIGHEST;
  let next: Promise<Page> | null = readPage(sql, contestId, range?.first ?? LOWEST, true, until);
  while (next) {
    const { entries, last }: Page = await next;
    next = last ? readPage(sql, contestId, last, false, until) : null;
    // Should the reader stop here, the page that is on its way is nobody's failure.
    next?.catch(() => undefined);
    if (entries.length > 0) yield entries;
  }
}

/** Calls `take` for each entry. */
export async function readEntries(
  sql: Sql,
  contestId: string,
  range: TicketRange | null,
  take: (entry: StoredEntry) => void,
): Promise<void> {
  for await (const batch of entryBatches(sql, contestId, range)) for (const entry of batch) take(entry);
}
