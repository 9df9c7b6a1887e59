/**
 * Every entry of a contest in ticket order: memory stays flat however many there are.
 *
 * Entries are copied out a page at a time in the database's binary form, and read where they lie: turning values into text and back
 * costs three times as much as reading them. The next page is on its way while one is worked on; a reader that stops early leaves
 * nothing open.
 *
 * Row of the copy: number of fields (2), then each field with its length (4) before it: ticket id (16), account id (16), commitment (32),
 * cancelled (1), stake in cents (8), lines.
 */
import type { Sql } from '@valira/db';
import { entryOverhead } from '@valira/games/verifiable';
import { type Cents, cents } from '@valira/money';
import { uuidFromBytes } from '../../platform/ids.ts';

/** Where the fields of a row begin, counted from the row. */
const TICKET = 6;
const ACCOUNT = TICKET + 16 + 4;
const COMMITMENT = ACCOUNT + 16 + 4;
const CANCELLED = COMMITMENT + 32 + 4;
const STAKE = CANCELLED + 1 + 4;
const LINES = STAKE + 8 + 4;
/** Before the first row, and after the last. */
const HEADER_BYTES = 19;
const TRAILER_BYTES = 2;

/** An entry in the page it came in; its parts are read when they are asked for, because most passes ask for few of them. */
export class StoredEntry {
  readonly #page: Buffer;
  readonly #at: number;
  /** Where the next row begins. */
  readonly end: number;

  constructor(page: Buffer, at: number) {
    this.#page = page;
    this.#at = at;
    this.end = at + LINES + page.readInt32BE(at + LINES - 4);
  }

  get ticketId(): string {
    return uuidFromBytes(this.#page.subarray(this.#at + TICKET, this.#at + TICKET + 16));
  }
  get accountId(): string {
    return uuidFromBytes(this.#page.subarray(this.#at + ACCOUNT, this.#at + ACCOUNT + 16));
  }
  get commitment(): Uint8Array {
    return this.#page.subarray(this.#at + COMMITMENT, this.#at + COMMITMENT + 32);
  }
  get cancelled(): boolean {
    return this.#page[this.#at + CANCELLED] !== 0;
  }
  get stakeCents(): Cents {
    return cents(this.#page.readBigInt64BE(this.#at + STAKE));
  }
  get lines(): Uint8Array {
    return this.#page.subarray(this.#at + LINES, this.end);
  }
  /** The bytes that are sealed: what `encodeTicketLeaf` makes of the parts, put together from where they lie. */
  get leaf(): Uint8Array {
    return this.leafIn(Buffer.allocUnsafe(entryOverhead + this.end - this.#at - LINES));
  }
  /** The same bytes in a buffer that is written over for each entry: ten million leaves of their own are 600 MB to be collected. */
  leafIn(room: Buffer): Uint8Array {
    const lines = this.end - this.#at - LINES;
    const leaf = room.subarray(0, entryOverhead + lines);
    this.#page.copy(leaf, 0, this.#at + COMMITMENT, this.#at + COMMITMENT + 32);
    leaf.writeUInt16BE(lines, 32);
    this.#page.copy(leaf, 34, this.#at + LINES, this.end);
    this.#page.copy(leaf, 34 + lines, this.#at + STAKE, this.#at + STAKE + 8);
    leaf[leaf.length - 1] = this.cancelled ? 2 : 1;
    return leaf;
  }
}

/** Tickets from `first` to `last`, both included. */
export type TicketRange = { readonly first: string; readonly last: string };

const PAGE_ENTRIES = 10_000;
const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A copy takes no parameters, so ids are written into it: only what is an id. */
function literal(uuid: string): string {
  if (!UUID.test(uuid)) throw new TypeError('not an id');
  return `'${uuid}'::uuid`;
}

type Page = { readonly entries: readonly StoredEntry[]; readonly last: string | null };

async function readPage(sql: Sql, contestId: string, from: string, included: boolean, until: string): Promise<Page> {
  const copy = `COPY (
      SELECT e.ticket_id, e.account_id, e.commitment,
        EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id), e.stake_cents, e.lines
      FROM entry e
      WHERE e.contest_id = ${literal(contestId)} AND e.ticket_id ${included ? '>=' : '>'} ${literal(from)} AND e.ticket_id <= ${literal(until)}
      ORDER BY e.ticket_id LIMIT ${PAGE_ENTRIES}
    ) TO STDOUT (FORMAT binary)`;
  // A connection of its own while it copies: the pool would put other queries behind it, and the driver refuses those.
  const connection = await sql.reserve();
  const parts: Buffer[] = [];
  try {
    for await (const part of await connection.unsafe(copy).readable()) parts.push(part);
  } finally {
    connection.release();
  }
  const entries = unpack(Buffer.concat(parts));
  return { entries, last: entries.length === PAGE_ENTRIES ? (entries.at(-1)?.ticketId ?? null) : null };
}

function unpack(page: Buffer): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (let at = HEADER_BYTES; at < page.length - TRAILER_BYTES; ) {
    const entry = new StoredEntry(page, at);
    entries.push(entry);
    at = entry.end;
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
