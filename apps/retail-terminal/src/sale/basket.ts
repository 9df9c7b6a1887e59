/** What a customer is about to buy: one item becomes one ticket. */
import type { Contest, Order, Product } from '../api/wire.ts';
import type { Command } from './command-line.ts';

export type OfferedProduct = { readonly product: Product; readonly contest: Contest; readonly sellable: boolean };

export type BasketItem = { readonly id: string; readonly offered: OfferedProduct; readonly order: Order; readonly lines: number };

const unitOf = (product: Product): bigint => BigInt(product.figures?.unitPriceCents ?? product.definition.stake?.unitCents ?? '0');

/** The order a command makes, or null when it makes none. Bets of different stakes become one ticket each. */
export function ordersOf(
  command: Command,
  offered: readonly OfferedProduct[],
): readonly { readonly offered: OfferedProduct; readonly order: Order; readonly lines: number }[] {
  if (command.kind !== 'quick' && command.kind !== 'lines' && command.kind !== 'bets') return [];
  const chosen = offered[command.product - 1];
  if (!chosen?.sellable) return [];
  const contestIds = [chosen.contest.id];
  const unit = unitOf(chosen.product);
  switch (command.kind) {
    case 'quick':
      return [
        {
          offered: chosen,
          lines: command.count,
          order: { contestIds, wager: { kind: 'draw', quickPicks: command.count }, priceCents: (unit * BigInt(command.count)).toString() },
        },
      ];
    case 'lines':
      return [
        {
          offered: chosen,
          lines: command.lines.length,
          order: {
            contestIds,
            wager: { kind: 'draw', lines: command.lines },
            priceCents: (unit * BigInt(command.lines.length)).toString(),
          },
        },
      ];
    case 'bets':
      return command.bets.map(({ runner, units }) => {
        const stakeCents = (unit * BigInt(units)).toString();
        return {
          offered: chosen,
          lines: 1,
          order: {
            contestIds,
            wager: { kind: 'pool', selections: { form: 'straight', runners: [runner] }, stakeCents },
            priceCents: stakeCents,
          },
        };
      });
  }
}

export const totalOf = (items: readonly { readonly order: Order }[]): bigint =>
  items.reduce((sum, { order }) => sum + BigInt(order.priceCents), 0n);

/** Change for what was handed over; null while it is not enough. */
export const changeOf = (totalCents: bigint, givenCents: bigint): bigint | null =>
  givenCents >= totalCents ? givenCents - totalCents : null;
