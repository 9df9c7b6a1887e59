/**
 * How many lines an entry plays.
 *
 * Example: a system 7, 8 or 10 of 6 plays 7, 28 or 210 lines; 6 main numbers of 5 with 3 stars of 2 play 6 × 3 = 18.
 */
import type { GamePart } from '../definition/game-definition.ts';
import { binomial } from '../randomness/combinations.ts';
import { assignedByIssuer } from './assigned-by-issuer.ts';
import type { Entry, PartPlay } from './part-play.ts';

export function lineCount(part: GamePart, entry: Entry): bigint {
  if (part.family !== 'matrix' || !('picks' in entry)) return 1n;
  const reduced = part.reducedSystems.find(({ id }) => id === entry.reduced);
  return part.panels.reduce((lines, panel, index) => {
    if (reduced?.panel === panel.id) return lines * BigInt(reduced.lines.length);
    return lines * binomial(entry.picks[index]?.length ?? 0, panel.choose);
  }, 1n);
}

/**
 * Lines of all entries of one part, for one draw. What the issuer assigns counts as the one entry that it will be as long as it is
 * not issued: a raffle ticket is priced before it bears its code.
 */
export const playLines = (part: GamePart, play: PartPlay): bigint =>
  play.entries.length === 0 && assignedByIssuer(part) ? 1n : play.entries.reduce((total, entry) => total + lineCount(part, entry), 0n);
