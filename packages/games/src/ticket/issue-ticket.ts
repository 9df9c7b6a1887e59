/**
 * What the issuer adds when a ticket is sold: printed digits (reintegro), joker numbers, raffle codes.
 *
 * Example: a Primitiva ticket gets one refund digit 0–9 for all its lines; a EuroMillions ticket of three lines gets three
 * codes when the code is sold per line.
 */
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';
import { assignedByIssuer } from './assigned-by-issuer.ts';
import { playLines } from './line-count.ts';
import type { PartPlay, TicketPlay } from './part-play.ts';
import { quickPick, type UniformBelow } from './quick-pick.ts';

export type Issuer = {
  readonly below: UniformBelow;
  /** A raffle code that no other ticket of the draw bears; asked once per code. */
  readonly raffleCode: (partId: string) => bigint;
};

function assign(part: GamePart, partId: string, play: PartPlay, entries: number, issuer: Issuer): PartPlay {
  if (play.family === 'raffle') return { ...play, entries: Array.from({ length: entries }, () => ({ code: issuer.raffleCode(partId) })) };
  if (play.family !== 'digits') return play;
  return {
    ...play,
    entries: Array.from({ length: entries }, () => {
      const entry = quickPick(part, issuer.below);
      if (!('bet' in entry)) throw new TypeError('a digits part gave another entry');
      return entry;
    }),
  };
}

/** The ticket with everything that is printed on it. */
export function issueTicket(game: GameDefinition, ticket: TicketPlay, issuer: Issuer): TicketPlay {
  let main = ticket.main;
  if (game.family === 'matrix') main = { ...main, digits: game.drawnDigits.map(({ size }) => Number(issuer.below(BigInt(size)))) };
  if (assignedByIssuer(game)) main = assign(game, game.id, main, Math.max(1, main.entries.length), issuer);
  const lines = Number(playLines(game, main));
  const addOns: Record<string, PartPlay> = {};
  for (const addOn of game.addOns) {
    const play = ticket.addOns[addOn.id];
    if (!play) continue;
    addOns[addOn.id] = assignedByIssuer(addOn) ? assign(addOn, addOn.id, play, addOn.per === 'line' ? lines : 1, issuer) : play;
  }
  return { main, addOns, draws: ticket.draws };
}
