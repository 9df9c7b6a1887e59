/**
 * The packed selections of a pool ticket on one race (docs/verify.md, section 8, Pools): what combinations they stand for.
 *
 * Forms, version 1: 0 straight, 1 box, 2 banker, 3 wheel. A set is a count of bytes and the mask, least significant byte first, without
 * a trailing zero; bit n − 1 is runner n. Example: a trio box of {1, 4, 7, 9} stands for 4 combinations, an exacta box of it for 12.
 */
import type { RaceBet } from './race-finish.ts';

export type Played = {
  /** Combinations of the ticket: its stake is spread evenly over them. */
  readonly count: bigint;
  /** Whether this combination is one of them. */
  readonly holds: (combination: readonly number[]) => boolean;
};

const straight = 0;
const box = 1;
const banker = 2;
const wheel = 3;

/** n · (n − 1) · …, k factors. */
function arrangements(n: number, k: number): bigint {
  let product = 1n;
  for (let i = 0; i < k; i += 1) product *= BigInt(Math.max(n - i, 0));
  return product;
}

/** Ways to choose k of n, or to arrange them where order counts. */
const choices = (n: number, k: number, ordered: boolean): bigint =>
  k < 0 ? 0n : ordered ? arrangements(n, k) : arrangements(n, k) / arrangements(k, k);

/** Sets one after the other to the end of the bytes, or null. */
function readSets(lines: Buffer, from: number): number[][] | null {
  const sets: number[][] = [];
  let at = from;
  while (at < lines.length) {
    const length = lines[at] ?? 0;
    const mask = [...lines.subarray(at + 1, at + 1 + length)];
    if (length > 8 || mask.length !== length || mask.at(-1) === 0) return null;
    sets.push(mask.flatMap((byte, i) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => 8 * i + bit + 1)));
    at += 1 + length;
  }
  return sets;
}

/** Combinations of a wheel, laid out: its sets are small, and one wheel is laid out once however often it was sold. */
function layOut(places: readonly (readonly number[])[], ordered: boolean): ReadonlySet<string> {
  let tuples: number[][] = [[]];
  for (const place of places)
    tuples = tuples.flatMap((tuple) => place.filter((runner) => !tuple.includes(runner)).map((runner) => [...tuple, runner]));
  return new Set(tuples.map((tuple) => (ordered ? tuple : tuple.toSorted((a, b) => a - b)).join('-')));
}

/** Reads selections for this bet, or null when it does not sell such. */
export function readSelections(lines: Buffer, { pick, ordered }: RaceBet): Played | null {
  if (lines[0] !== 1) return null;
  switch (lines[1]) {
    case straight: {
      const runners = [...lines.subarray(3)];
      const fits =
        lines[2] === pick && runners.length === pick && new Set(runners).size === pick && runners.every((n) => n >= 1 && n <= 64);
      if (!fits) return null;
      const own = (ordered ? runners : runners.toSorted((a, b) => a - b)).join('-');
      return { count: 1n, holds: (combination) => combination.join('-') === own };
    }
    case box: {
      const sets = readSets(lines, 2);
      const [runners] = sets ?? [];
      if (sets?.length !== 1 || !runners || runners.length < pick) return null;
      return { count: choices(runners.length, pick, ordered), holds: (combination) => combination.every((n) => runners.includes(n)) };
    }
    case banker: {
      const [bankers, partners, ...rest] = readSets(lines, 2) ?? [];
      if (!bankers || !partners || rest.length > 0 || bankers.length === 0 || bankers.length >= pick) return null;
      const open = pick - bankers.length;
      if (partners.length < open || bankers.some((n) => partners.includes(n))) return null;
      return {
        count: choices(partners.length, open, false) * (ordered ? arrangements(pick, pick) : 1n),
        holds: (combination) =>
          bankers.every((n) => combination.includes(n)) && combination.every((n) => bankers.includes(n) || partners.includes(n)),
      };
    }
    case wheel: {
      const places = readSets(lines, 3);
      if (lines[2] !== pick || places?.length !== pick) return null;
      const combinations = layOut(places, ordered);
      return combinations.size === 0
        ? null
        : { count: BigInt(combinations.size), holds: (combination) => combinations.has(combination.join('-')) };
    }
    default:
      return null;
  }
}

/** The runners that a ticket of an ordered bet allows on each place, and those that each of its combinations names. */
export type OrderedSets = { readonly places: readonly (readonly number[])[]; readonly must: readonly number[] };

/** The same selections as `readSelections` reads, not laid out; only of bytes that it has read. */
export function readOrderedSets(lines: Buffer, pick: number): OrderedSets | null {
  const everywhere = (runners: readonly number[]) => Array.from({ length: pick }, () => runners);
  switch (lines[1]) {
    case straight:
      return { places: [...lines.subarray(3)].map((runner) => [runner]), must: [] };
    case box: {
      const [runners] = readSets(lines, 2) ?? [];
      return runners ? { places: everywhere(runners), must: [] } : null;
    }
    case banker: {
      const [bankers, partners] = readSets(lines, 2) ?? [];
      return bankers && partners ? { places: everywhere([...bankers, ...partners]), must: bankers } : null;
    }
    case wheel: {
      const places = readSets(lines, 3);
      return places ? { places, must: [] } : null;
    }
    default:
      return null;
  }
}
