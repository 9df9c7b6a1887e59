/**
 * Winning shares of a digits game (docs/verify.md, section 8): ordered digits and bets on them.
 *
 * Of the wins of one group an entry has the first that matches, in the order of the definition. Example: 427 on the bet `any` wins
 * when 274 is drawn; on a win that asks for bets with three orders it does not, as 427 has six.
 */
import { z } from 'zod';
import { listedPanels, noAddOns } from './drawn-numbers.ts';
import { readPlay } from './packed-play.ts';
import type { TierCount } from './tier-count.ts';

const digitsFamily = 3;

const id = z.string().min(1).max(80);
const series = z.boolean().default(false);
const length = z.int().min(1).max(9);

export const digitsGameShape = z.object({
  family: z.literal('digits'),
  positions: length,
  repeats: z.enum(['allowed', 'forbidden']),
  seriesCount: z.int().min(0).max(9_999).default(0),
  bets: z.array(z.object({ id })).min(1).max(255),
  wins: z
    .array(
      z.object({
        tier: id,
        bet: id,
        group: id.default('line'),
        match: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('exact'), series }),
          z.object({ kind: z.literal('any-order'), orders: z.int().min(1).optional(), series }),
          z.object({ kind: z.literal('first'), digits: length, series }),
          z.object({ kind: z.literal('last'), digits: length, series }),
        ]),
      }),
    )
    .min(1),
  addOns: noAddOns,
});

export type DigitsGame = z.output<typeof digitsGameShape>;
type Match = DigitsGame['wins'][number]['match'];

/** Digits as text, and the series; 0 where there is none. */
export type DrawnDigits = { readonly digits: string; readonly series: number };

const namedShape = z.object({ digits: z.string().regex(/^\d{1,9}$/), series: z.int().min(0).default(0) });

/** The drawn digits, from a record's panels or `{ digits: "274", series }`. Null when this game cannot draw them. */
export function readDigitsResult({ positions, repeats, seriesCount }: DigitsGame, json: unknown): DrawnDigits | null {
  const named = namedShape.safeParse(json);
  const listed = listedPanels(json);
  const drawn = named.success ? named.data : { digits: (listed?.get('digits') ?? []).join(''), series: listed?.get('series')?.[0] ?? 0 };
  const distinct = repeats === 'allowed' || new Set(drawn.digits).size === drawn.digits.length;
  const ofSeries = seriesCount === 0 ? drawn.series === 0 : drawn.series >= 1 && drawn.series <= seriesCount;
  return drawn.digits.length === positions && distinct && ofSeries ? drawn : null;
}

const sortedDigits = (digits: string): string => [...digits].sort().join('');

/** In how many orders the digits can stand: 6 for 427, 3 for 422. */
function ordersOf(digits: string): number {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const repeated = [...new Set(digits)].map((digit) => [...digits].filter((other) => other === digit).length);
  return repeated.reduce((orders, count) => orders / factorial(count), factorial(digits.length));
}

function matches(match: Match, played: DrawnDigits, drawn: DrawnDigits): boolean {
  if (match.series && played.series !== drawn.series) return false;
  switch (match.kind) {
    case 'exact':
      return played.digits === drawn.digits;
    case 'any-order':
      return (
        sortedDigits(played.digits) === sortedDigits(drawn.digits) && (match.orders ?? ordersOf(played.digits)) === ordersOf(played.digits)
      );
    case 'first':
      return played.digits.slice(0, match.digits) === drawn.digits.slice(0, match.digits);
    case 'last':
      return played.digits.slice(-match.digits) === drawn.digits.slice(-match.digits);
  }
}

export function digitsTiers(game: DigitsGame, drawn: DrawnDigits): TierCount {
  const entryBytes = 3 + game.positions;
  const winners = new Map(game.wins.map(({ tier }) => [tier, 0n]));

  /** Tiers that one entry wins, or null when it is none of this game. */
  const tiersOf = (entry: Buffer): string[] | null => {
    const bet = game.bets[entry.readUInt8(0)]?.id;
    const digits = [...entry.subarray(1, 1 + game.positions)];
    const played = { digits: digits.join(''), series: entry.readUInt16LE(1 + game.positions) };
    const ofSeries = game.seriesCount === 0 ? played.series === 0 : played.series >= 1 && played.series <= game.seriesCount;
    if (bet === undefined || digits.some((digit) => digit > 9) || !ofSeries) return null;
    const won = new Map<string, string>();
    for (const win of game.wins)
      if (win.bet === bet && !won.has(win.group) && matches(win.match, played, drawn)) won.set(win.group, win.tier);
    return [...won.values()];
  };

  return {
    add(lines) {
      const play = readPlay(lines, digitsFamily, entryBytes);
      if (play === null || play.digits.length > 0) return false;
      const entries = play.entries.map(tiersOf);
      if (entries.includes(null)) return false;
      for (const tier of entries.flatMap((tiers) => tiers ?? [])) winners.set(tier, (winners.get(tier) ?? 0n) + BigInt(play.units));
      return true;
    },
    winners: () => winners,
    tierNamed: (stated) => (winners.has(stated) ? stated : null),
  };
}
