/**
 * Winning stakes of a pool on one race (docs/verify.md, section 8, Pools): win, place, show, quinella, swinger, trio, first four,
 * exacta, trifecta, superfecta.
 *
 * A row is named by its combination, `4` or `4-7-2`. Winners = stakes on it / perCents, rounded down; a ticket's stake is spread
 * evenly over its combinations. Example: EUR 23,872.00 on runner 4 at perCents 100 are 23,872 winners; at a dividend of 6.60 they
 * are paid 157,555.20.
 */
import { z } from 'zod';
import { type RaceBet, winningCombinations } from './race-finish.ts';
import { type Played, readSelections } from './race-selections.ts';
import type { TierCount } from './tier-count.ts';

const positiveCents = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

const placeTable = z.array(z.object({ declared: z.int().min(1), paid: z.int().min(1).max(6) })).min(1);

const bet = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['win', 'quinella', 'trio', 'first-4', 'exacta', 'trifecta', 'superfecta', 'free']) }),
  z.object({ type: z.enum(['place', 'show']), places: placeTable }),
  z.object({ type: z.literal('swinger'), ofFirst: z.int().min(3).max(4) }),
]);

/** Of what is paid when nobody holds a winner, the one step that is counted here: whoever came next. */
const cascade = z.array(z.object({ step: z.string() })).default([]);

const rules = z.object({ bet, dividend: z.object({ perCents: positiveCents }), cascade });
const card = z.object({ legs: z.tuple([z.object({ runners: z.array(z.unknown()).min(1).max(64) })]) });

/** The rules by themselves, or the frozen pool that holds them with its card. */
export const racePoolShape = z.union([
  rules.transform((definition) => ({ definition, declared: null })),
  z.object({ definition: rules, card }).transform(({ definition, card: { legs } }) => ({ definition, declared: legs[0].runners.length })),
]);

export type RacePool = z.output<typeof racePoolShape>;

const picks = { win: 1, quinella: 2, trio: 3, 'first-4': 4, exacta: 2, trifecta: 3, superfecta: 4, free: 1 } as const;
const orderedBets: ReadonlySet<string> = new Set(['exacta', 'trifecta', 'superfecta']);

/** What the bet asks for; null for a place bet whose number of declared runners is not known or too small. */
export function raceBetOf({ definition, declared }: RacePool): RaceBet | null {
  const of = definition.bet;
  switch (of.type) {
    case 'place':
    case 'show': {
      const paid = declared === null ? undefined : of.places.findLast((row) => declared >= row.declared)?.paid;
      return paid === undefined ? null : { pick: 1, ordered: false, ofFirst: paid };
    }
    case 'swinger':
      return { pick: 2, ordered: false, ofFirst: of.ofFirst };
    default:
      return { pick: picks[of.type], ordered: orderedBets.has(of.type), ofFirst: picks[of.type] };
  }
}

/** Tickets with the same selections are read once. Emptied when it has grown, so that a million different ones fit in memory. */
const MOST_KNOWN = 20_000;

export function racePoolTiers(pool: RacePool, raceBet: RaceBet, order: readonly (readonly number[])[]): TierCount {
  const { perCents } = pool.definition.dividend;
  /** Stakes of the tickets that hold a winning combination among k, by combination and k: a k-th of each sum is on it. */
  const attempts = [winningCombinations(raceBet, order), ...nextFinishers(pool, raceBet, order)].map((combinations) =>
    combinations.map((combination) => ({ combination, stakes: new Map<bigint, bigint>() })),
  );
  const lines = attempts.flat();
  const known = new Map<string, Played | null>();
  const readOnce = (packed: Buffer): Played | null => {
    const key = packed.toString('latin1');
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    const played = readSelections(packed, raceBet);
    known.set(key, played);
    return played;
  };
  const names = new Set(lines.map(({ combination }) => combination.join('-')));
  return {
    add(packed, stakeCents) {
      const played = readOnce(packed);
      if (played === null) return false;
      for (const { combination, stakes } of lines)
        if (played.holds(combination)) stakes.set(played.count, (stakes.get(played.count) ?? 0n) + stakeCents);
      return true;
    },
    winners() {
      const paid = attempts.find((attempt) => attempt.some(({ stakes }) => stakes.size > 0)) ?? attempts[0] ?? [];
      return new Map(
        paid.map(({ combination, stakes }) => {
          const multiple = [...stakes.keys()].reduce(lcm, 1n);
          const onLine = [...stakes].reduce((sum, [count, cents]) => sum + cents * (multiple / count), 0n);
          return [combination.join('-'), onLine / (multiple * perCents)];
        }),
      );
    },
    tierNamed: (stated) => (names.has(stated) ? stated : null),
  };
}

/**
 * Rows of the runners that came after the paid places, group by group. Example: a win pool after 7, then 4 and 2 level, then 1, with nobody on 7:
 * rows 4 and 2; with nobody on those either, row 1.
 */
function nextFinishers({ definition }: RacePool, { pick, ofFirst }: RaceBet, order: readonly (readonly number[])[]): number[][][] {
  if (pick !== 1 || definition.cascade[0]?.step !== 'next-finisher') return [];
  const groups: number[][][] = [];
  let place = 1;
  for (const group of order) {
    if (place > ofFirst) groups.push(group.map((runner) => [runner]));
    place += group.length;
  }
  return groups;
}

function lcm(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
