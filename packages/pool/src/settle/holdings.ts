/** One pass over the tickets of a book: who holds which price lines, and the exact stakes on each. */
import type { Rational } from '@valira/money';
import type { PoolBook, TicketGroup } from '../book/pool-book.ts';
import { StakeSum } from '../book/stake-sum.ts';
import type { PriceLine } from '../result/price-lines.ts';
import { winningCombinations } from '../result/wins.ts';

export type Holding = { readonly group: TicketGroup; readonly combinations: readonly number[] };

export type Holdings = {
  /** Per line, in the order asked for; cents. */
  readonly stakes: readonly Rational[];
  /** Only tickets that hold something. */
  readonly holders: readonly Holding[];
};

export function holdingsOf(book: PoolBook, lines: readonly PriceLine[]): Holdings {
  const sums = lines.map(() => new StakeSum());
  const holders: Holding[] = [];
  const { reducedSystems: systems, scratch } = book.pool.definition;
  const out = scratch === 'refund' ? book.scratched : [];
  for (const group of book.ticketGroups) {
    let combinations: number[] | null = null;
    for (let i = 0; i < lines.length; i += 1) {
      const line = lines[i];
      const held = line ? winningCombinations(group.ticket.selections, line.wins, systems, out) : 0;
      if (held === 0) continue;
      combinations ??= lines.map(() => 0);
      combinations[i] = held;
      sums[i]?.add(group.ticket.stakeCents * BigInt(held) * group.count, group.ticket.combinations);
    }
    if (combinations) holders.push({ group, combinations });
  }
  return { stakes: sums.map((sum) => sum.total()), holders };
}
