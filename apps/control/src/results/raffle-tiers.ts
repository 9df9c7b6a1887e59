/**
 * Winning shares of a raffle (docs/verify.md, section 8): who bears a drawn code wins the tier that it was drawn for.
 *
 * Codes are printed by a pattern and sealed as numbers, the first symbol the most significant. Example: of `AB` once and digits twice,
 * A00 is 0, A99 is 99, B00 is 100.
 */
import { z } from 'zod';
import { noAddOns } from './drawn-numbers.ts';
import { readPlay } from './packed-play.ts';
import type { TierCount } from './tier-count.ts';

const raffleFamily = 5;
const entryBytes = 8;

const id = z.string().min(1).max(80);

export const raffleGameShape = z.object({
  family: z.literal('raffle'),
  pattern: z.array(z.object({ symbols: z.string().regex(/^[A-Z0-9]{2,36}$/), length: z.int().min(1).max(10) })).min(1),
  wins: z.array(z.object({ tier: id, codes: z.int().min(1).max(10_000) })).min(1),
  addOns: noAddOns,
});

export type RaffleGame = z.output<typeof raffleGameShape>;
/** The tier that each drawn code wins. */
export type DrawnCodes = ReadonlyMap<bigint, string>;

const resultShape = z.object({ codes: z.record(id, z.array(z.string().max(60)).min(1).max(10_000)) });

const symbolsOf = ({ pattern }: RaffleGame): string[] => pattern.flatMap(({ symbols, length }) => new Array<string>(length).fill(symbols));

const codesOf = (game: RaffleGame): bigint => symbolsOf(game).reduce((product, symbols) => product * BigInt(symbols.length), 1n);

function numberOf(game: RaffleGame, text: string): bigint | null {
  const places = symbolsOf(game);
  const at = [...text].map((symbol, i) => places[i]?.indexOf(symbol) ?? -1);
  if (at.length !== places.length || at.includes(-1)) return null;
  return at.reduce((number, digit, i) => number * BigInt(places[i]?.length ?? 1) + BigInt(digit), 0n);
}

/** Null when this game cannot draw it: codes for other tiers, more than a tier has, of another pattern, or one twice. */
export function readRaffleResult(game: RaffleGame, json: unknown): DrawnCodes | null {
  const parsed = resultShape.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data.codes).length !== game.wins.length) return null;
  const drawn = new Map<bigint, string>();
  let stated = 0;
  for (const { tier, codes } of game.wins) {
    const texts = parsed.data.codes[tier] ?? [];
    if (texts.length < 1 || texts.length > codes) return null;
    stated += texts.length;
    for (const text of texts) {
      const number = numberOf(game, text);
      if (number === null) return null;
      drawn.set(number, tier);
    }
  }
  return drawn.size === stated ? drawn : null;
}

export function raffleTiers(game: RaffleGame, drawn: DrawnCodes): TierCount {
  const winners = new Map(game.wins.map(({ tier }) => [tier, 0n]));
  const codes = codesOf(game);
  return {
    add(lines) {
      const play = readPlay(lines, raffleFamily, entryBytes);
      if (play === null || play.digits.length > 0) return false;
      const borne = play.entries.map((entry) => entry.readBigUInt64LE(0));
      if (borne.some((code) => code >= codes)) return false;
      for (const code of borne) {
        const tier = drawn.get(code);
        if (tier !== undefined) winners.set(tier, (winners.get(tier) ?? 0n) + BigInt(play.units));
      }
      return true;
    },
    winners: () => winners,
    tierNamed: (stated) => (winners.has(stated) ? stated : null),
  };
}
