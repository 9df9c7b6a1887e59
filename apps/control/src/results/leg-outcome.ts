/**
 * What wins each leg of a pool over legs (docs/verify.md, section 8, Pools over legs). Sets of numbers are masks: bit n − 1 is number n.
 *
 * Example: legs won by 4 and by 2 or 7 level; no. 9 of the second leg was withdrawn and 2 is its favourite, under `substitute-favourite`: the second
 * leg is won by 2, 7 and 9.
 */
import { z } from 'zod';
import { firstPlaces } from './race-finish.ts';

const number = z.int().min(1).max(64);
const scratched = z.array(number).default([]);

const legResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('finish'),
    order: z.array(z.array(number).min(1).max(8)).min(1).max(64),
    favourites: z.array(number).default([]),
    scratched,
  }),
  z.object({ kind: z.literal('outcome'), winners: z.array(number).min(1), scratched }),
  z.object({ kind: z.literal('void'), scratched }),
]);

export const legsResult = z.object({ legs: z.array(legResult).min(1) });

export type LegResult = z.output<typeof legResult>;
export type ScratchRule = 'refund' | 'substitute-favourite' | 'all-win' | 'consolation' | 'loses';

export type LegOutcome = {
  readonly isVoid: boolean;
  readonly won: bigint;
  readonly out: bigint;
  /** Stands for the withdrawn numbers; 0 where nobody does. */
  readonly favourite: number;
};

export const maskOf = (numbers: readonly number[]): bigint => numbers.reduce((mask, n) => mask | (1n << BigInt(n - 1)), 0n);

export const membersOf = (mask: bigint): number[] =>
  Array.from({ length: 64 }, (_, i) => i + 1).filter((n) => (mask >> BigInt(n - 1)) & 1n);

export function countOf(mask: bigint): bigint {
  let count = 0n;
  for (let left = mask; left > 0n; left &= left - 1n) count += 1n;
  return count;
}

/** Null for a race in which a number finishes twice: how a coupled entry counts is a rule that this system has no code for. */
export function legOutcome(leg: LegResult, card: bigint, places: number, rule: ScratchRule): LegOutcome | null {
  const out = maskOf(leg.scratched);
  if (leg.kind === 'void') return { isVoid: true, won: card, out, favourite: 0 };
  if (leg.kind === 'outcome')
    return { isVoid: false, won: rule === 'all-win' ? maskOf(leg.winners) | out : maskOf(leg.winners), out, favourite: 0 };
  const all = leg.order.flat();
  if (new Set(all).size !== all.length) return null;
  const first = maskOf(firstPlaces(leg.order, places).flat());
  if (rule === 'all-win') return { isVoid: false, won: first | out, out, favourite: 0 };
  const favourite = leg.favourites.find((n) => (maskOf([n]) & out) === 0n) ?? 0;
  const moves = rule === 'substitute-favourite' && favourite > 0 && (maskOf([favourite]) & first) > 0n;
  return { isVoid: false, won: moves ? first | out : first, out, favourite: moves ? favourite : 0 };
}
