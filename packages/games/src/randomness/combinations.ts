/**
 * Combinations of k from 1…n in dictionary order, by number and back: a quick pick is one uniform number below C(n, k),
 * unranked. Ranks start at 0.
 *
 * Example, 6/49: rank 0 is 1 2 3 4 5 6, rank 13,983,815 is 44 45 46 47 48 49.
 */

/** C(n, k), exact; 0 when k is outside 0…n. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let result = 1n;
  const small = Math.min(k, n - k);
  for (let i = 1; i <= small; i += 1) result = (result * BigInt(n - small + i)) / BigInt(i);
  return result;
}

/** The ascending combination with this rank. Throws when the rank is outside 0…C(n, k) − 1. */
export function unrankCombination(rank: bigint, n: number, k: number): number[] {
  const count = binomial(n, k);
  if (rank < 0n || rank >= count) throw new RangeError(`no combination of ${k} from ${n} has rank ${rank}`);
  const numbers: number[] = [];
  let left = rank;
  let candidate = 1;
  while (numbers.length < k) {
    const startingHere = binomial(n - candidate, k - numbers.length - 1);
    if (left < startingHere) numbers.push(candidate);
    else left -= startingHere;
    candidate += 1;
  }
  return numbers;
}

/** The rank of an ascending combination of distinct numbers from 1…n. */
export function rankCombination(numbers: readonly number[], n: number): bigint {
  let rank = 0n;
  let previous = 0;
  numbers.forEach((number, i) => {
    if (number <= previous || number > n) throw new RangeError(`not an ascending combination from ${n}: ${numbers.join(' ')}`);
    for (let skipped = previous + 1; skipped < number; skipped += 1) rank += binomial(n - skipped, numbers.length - i - 1);
    previous = number;
  });
  return rank;
}
