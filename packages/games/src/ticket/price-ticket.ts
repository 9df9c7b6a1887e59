/**
 * The price of a ticket: lines × unit × multiple, plus add-ons, times draws.
 *
 * Example, 6/45 at 1.00 with a system 8 and a single line for two draws: (28 + 1) × 1.00 × 2 = 58.00.
 */
import { type Cents, cents } from '@valira/money';
import type { GameDefinition } from '../definition/game-definition.ts';
import { playLines } from './line-count.ts';
import type { TicketPlay } from './part-play.ts';

export type TicketPrice = {
  readonly lines: bigint;
  /** Stake of the main game for one draw. */
  readonly mainCents: Cents;
  /** Stake of each add-on for one draw. */
  readonly addOnsCents: Readonly<Record<string, Cents>>;
  /** Everything for one draw. */
  readonly perDrawCents: Cents;
  /** perDrawCents × draws: what the buyer pays. */
  readonly totalCents: Cents;
};

export function priceTicket(game: GameDefinition, ticket: TicketPlay): TicketPrice {
  const lines = playLines(game, ticket.main);
  const mainCents = cents(lines * game.unitPriceCents * BigInt(ticket.main.units));
  const addOnsCents: Record<string, Cents> = {};
  let perDraw: bigint = mainCents;
  for (const addOn of game.addOns) {
    const play = ticket.addOns[addOn.id];
    if (!play) continue;
    const bought = addOn.per === 'line' ? lines : BigInt(Math.max(1, play.entries.length));
    const stake = cents(bought * addOn.unitPriceCents * BigInt(play.units));
    addOnsCents[addOn.id] = stake;
    perDraw += stake;
  }
  return { lines, mainCents, addOnsCents, perDrawCents: cents(perDraw), totalCents: cents(perDraw * BigInt(ticket.draws)) };
}
