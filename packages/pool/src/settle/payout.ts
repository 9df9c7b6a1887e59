/**
 * What one ticket receives from a settlement.
 *
 * Prize: Σ winning combinations × stake / combinations × dividend / per, rounded down once for the ticket. A stake in whole
 * units is paid without rounding, because definitions whose unit would not pay whole cents are refused.
 *
 * Example: 6.00 on an exacta box of three (six combinations of 1.00), dividend 23.40: 23.40.
 */
import { type Cents, cents, divide, ZERO } from '@valira/money';
import { scratchRefund } from '../book/pool-book.ts';
import type { Pool } from '../definition/pool.ts';
import { winningCombinations } from '../result/wins.ts';
import type { Ticket } from '../ticket/ticket.ts';
import type { SettledLine, Settlement } from './settlement.ts';

export type LineHeld = { readonly line: SettledLine; readonly combinations: number };

export type Payout = {
  readonly prizeCents: Cents;
  /** Whole stake of a refunded pool, or the part on scratched runners. */
  readonly refundCents: Cents;
  readonly held: readonly LineHeld[];
};

/** Cents for the combinations held, before anything else. */
export function prizeFor(ticket: Ticket, perCents: Cents, held: readonly { dividendCents: Cents; combinations: number }[]): Cents {
  let each = 0n;
  for (const { dividendCents, combinations } of held) each += dividendCents * BigInt(combinations);
  return each === 0n ? ZERO : cents(divide(each * ticket.stakeCents, BigInt(ticket.combinations) * perCents, 'down'));
}

export function payoutOf(pool: Pool, settlement: Settlement, ticket: Ticket): Payout {
  if (settlement.outcome === 'refunded') return { prizeCents: ZERO, refundCents: ticket.stakeCents, held: [] };
  const held: LineHeld[] = [];
  for (const line of settlement.lines) {
    const combinations = winningCombinations(ticket.selections, line.wins, pool.definition.reducedSystems, settlement.scratched);
    if (combinations > 0) held.push({ line, combinations });
  }
  const paid = held.map(({ line, combinations }) => ({ dividendCents: line.dividendCents, combinations }));
  return { prizeCents: prizeFor(ticket, settlement.perCents, paid), refundCents: scratchRefund(pool, settlement.scratched, ticket), held };
}
