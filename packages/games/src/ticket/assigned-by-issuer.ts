import type { GamePart } from '../definition/game-definition.ts';

/** Whether the issuer, not the player, assigns this part's entries when the ticket is sold. */
export const assignedByIssuer = (part: GamePart): boolean =>
  part.family === 'raffle' || (part.family === 'digits' && part.chosenBy === 'issuer');
