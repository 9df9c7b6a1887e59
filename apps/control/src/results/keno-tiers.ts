/**
 * Winning shares of a keno game (docs/verify.md, section 8): an entry of s marks and h hits wins the tiers for (s, h).
 *
 * Example, 20 of 80 drawn: an entry of 10 marks of which 5 were drawn wins `10-5` when the game has that tier, once for each unit.
 */
import { z } from 'zod';
import { listedPanels, noAddOns } from './drawn-numbers.ts';
import { readPlay } from './packed-play.ts';
import type { TierCount } from './tier-count.ts';

const kenoFamily = 2;

export const kenoGameShape = z.object({
  family: z.literal('keno'),
  spots: z.int().min(1).max(128),
  drawn: z.int().min(1).max(128),
  minMarks: z.int().min(1),
  maxMarks: z.int().min(1),
  wins: z.array(z.object({ tier: z.string().min(1).max(80), marks: z.int().min(1), hits: z.int().min(0) })).min(1),
  addOns: noAddOns,
});

export type KenoGame = z.output<typeof kenoGameShape>;

const numbersShape = z.object({ numbers: z.array(z.int()).max(128) });

/** The drawn numbers, from a record's panels or `{ numbers: […] }`. Null when this game cannot draw them. */
export function readKenoResult({ spots, drawn }: KenoGame, json: unknown): ReadonlySet<number> | null {
  const named = numbersShape.safeParse(json);
  const numbers = new Set(named.success ? named.data.numbers : (listedPanels(json)?.get('numbers') ?? []));
  return numbers.size === drawn && [...numbers].every((number) => number >= 1 && number <= spots) ? numbers : null;
}

export function kenoTiers(game: KenoGame, drawn: ReadonlySet<number>): TierCount {
  const entryBytes = Math.ceil(game.spots / 8);
  const winners = new Map(game.wins.map(({ tier }) => [tier, 0n]));
  const tiersFor = new Map(game.wins.map(({ marks, hits }) => [`${marks}/${hits}`, [] as string[]]));
  for (const { marks, hits, tier } of game.wins) tiersFor.get(`${marks}/${hits}`)?.push(tier);

  /** The marked numbers, or null when bits past the last are set or the count is none that is sold. */
  const marksOf = (mask: Buffer): number[] | null => {
    const marks: number[] = [];
    for (let bit = 0; bit < 8 * entryBytes; bit += 1) if (((mask[bit >> 3] ?? 0) >> (bit & 7)) & 1) marks.push(bit + 1);
    const fits = marks.length >= game.minMarks && marks.length <= game.maxMarks && (marks.at(-1) ?? 0) <= game.spots;
    return fits ? marks : null;
  };

  return {
    add(lines) {
      const play = readPlay(lines, kenoFamily, entryBytes);
      if (play === null || play.digits.length > 0) return false;
      const entries = play.entries.map(marksOf);
      if (entries.includes(null)) return false;
      for (const marks of entries) {
        const hits = marks?.filter((number) => drawn.has(number)).length ?? 0;
        for (const tier of tiersFor.get(`${marks?.length}/${hits}`) ?? [])
          winners.set(tier, (winners.get(tier) ?? 0n) + BigInt(play.units));
      }
      return true;
    },
    winners: () => winners,
    tierNamed: (stated) => (winners.has(stated) ? stated : null),
  };
}
