/**
 * The file in which hosts and guests exchange pool totals. Each file holds the whole pool of a source, so a lost one does no
 * harm; a higher sequence replaces a lower one, and the same file read twice changes nothing.
 *
 * Form: JSON, one object: format, version, pool, source, sequence, currency, final, gross, and one entry for each kind of ticket
 * (selections as on a ticket, stake of one, count). Stakes keep their spread: a box of 60 combinations is one entry.
 * Example: sequence 7 after 5 replaces it; 5 again afterwards is stale; 7 again with other contents is refused.
 */
import { type Cents, cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText, positiveCentsText } from '@valira/prizes';
import { z } from 'zod';
import { type BookRefusal, PoolBook } from '../book/pool-book.ts';
import type { Pool } from '../definition/pool.ts';
import { selectionsSchema, selectionsToJson } from '../ticket/selections.ts';
import { parseSelections, spreadProblem, type TicketRefusal, ticketOf } from '../ticket/ticket.ts';

export const totalsFileSchema = z.strictObject({
  format: z.literal('pool-totals'),
  version: z.literal(1),
  poolId: z.string().min(1).max(80),
  sourceId: z.string().min(1).max(80),
  sequence: z.int().min(1),
  currency: z.string().length(3),
  /** No more bets follow. */
  final: z.boolean(),
  grossCents: centsText,
  entries: z.array(z.strictObject({ selections: selectionsSchema, stakeCents: positiveCentsText, count: z.int().min(1) })),
});

export type TotalsFile = z.output<typeof totalsFileSchema>;

/** Text of the file of a book. Entries are sorted, so that equal pools give equal files. */
export function writeTotals(book: PoolBook, file: { sourceId: string; sequence: number }): string {
  const { pool } = book;
  const entries = [...book.ticketGroups]
    .toSorted((a, b) => (a.key === b.key ? (a.ticket.stakeCents < b.ticket.stakeCents ? -1 : 1) : a.key < b.key ? -1 : 1))
    .map(({ ticket, count }) => ({
      selections: selectionsToJson(pool.definition.reducedSystems, ticket.selections),
      stakeCents: ticket.stakeCents,
      count: Number(count),
    }));
  return JSON.stringify(
    totalsFileSchema.encode({
      format: 'pool-totals',
      version: 1,
      poolId: pool.poolId,
      sourceId: file.sourceId,
      sequence: file.sequence,
      currency: pool.definition.currency,
      final: book.close !== null,
      grossCents: book.soldCents,
      entries,
    }),
  );
}

export type TotalsRefusal =
  | 'totals_unreadable'
  | 'totals_of_another_pool'
  | 'currency_differs'
  | 'gross_differs'
  | 'sequence_stale'
  | 'sequence_content_differs'
  | 'totals_after_final'
  | TicketRefusal
  | BookRefusal;

/** What a host has of one guest. */
export class GuestTotals {
  readonly pool: Pool;
  readonly sourceId: string;
  #sequence = 0;
  #text: string | null = null;
  #final = false;
  #book: PoolBook;

  /** `pool`: the guest's own pool (its takeout and currency) on the host's card. */
  constructor(pool: Pool, sourceId: string) {
    this.pool = pool;
    this.sourceId = sourceId;
    this.#book = new PoolBook(pool);
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** The guest's bets as of the last file taken: a new book each time, to which the host adds scratches and the close. */
  get book(): PoolBook {
    return this.#book;
  }

  /** Takes a file. `applied` is false when it was taken before. */
  take(text: string): Outcome<{ readonly applied: boolean; readonly grossCents: Cents }, TotalsRefusal> {
    const read = readTotals(this.pool, text);
    if (!read.ok) return read;
    const { file, book } = read.value;
    if (file.sourceId !== this.sourceId) return refuse('totals_of_another_pool', { path: 'sourceId', facts: { sourceId: file.sourceId } });
    if (file.sequence < this.#sequence)
      return refuse('sequence_stale', { path: 'sequence', facts: { last: this.#sequence, sequence: file.sequence } });
    if (file.sequence === this.#sequence) {
      if (text !== this.#text) return refuse('sequence_content_differs', { path: 'sequence', facts: { sequence: file.sequence } });
      return ok({ applied: false, grossCents: book.soldCents });
    }
    if (this.#final) return refuse('totals_after_final', { path: 'sequence', facts: { last: this.#sequence } });
    this.#sequence = file.sequence;
    this.#text = text;
    this.#final = file.final;
    this.#book = book;
    return ok({ applied: true, grossCents: book.soldCents });
  }
}

function readTotals(pool: Pool, text: string): Outcome<{ file: TotalsFile; book: PoolBook }, TotalsRefusal> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('totals_unreadable');
  }
  const parsed = totalsFileSchema.safeParse(json);
  if (!parsed.success) return refuse('totals_unreadable', { path: parsed.error.issues[0]?.path.join('.') ?? '' });
  const file = parsed.data;
  if (file.poolId !== pool.poolId) return refuse('totals_of_another_pool', { path: 'poolId', facts: { poolId: file.poolId } });
  if (file.currency !== pool.definition.currency)
    return refuse('currency_differs', { path: 'currency', facts: { currency: file.currency } });
  const book = new PoolBook(pool);
  for (const [i, { selections, stakeCents, count }] of file.entries.entries()) {
    const read = parseSelections(pool, selections, []);
    if (!read.ok) return refuse(read.code, { path: `entries.${i}.${read.path}`, facts: read.facts });
    const ticket = ticketOf(pool, read.value, stakeCents);
    if (ticket.combinations === 0) return refuse('no_combination', { path: `entries.${i}` });
    const uneven = spreadProblem(pool.definition, ticket.combinations, stakeCents);
    if (uneven) return refuse(uneven, { path: `entries.${i}.stakeCents`, facts: { combinations: ticket.combinations, stakeCents } });
    const appended = book.append({ kind: 'totals', ticket, count });
    if (!appended.ok) return refuse(appended.code, { path: `entries.${i}`, facts: appended.facts });
  }
  if (book.soldCents !== cents(file.grossCents)) {
    return refuse('gross_differs', { path: 'grossCents', facts: { stated: file.grossCents, found: book.soldCents } });
  }
  return ok({ file, book });
}
