/**
 * Counting the combinations of a ticket in closed form, so that a ticket is never expanded.
 *
 * Ordered bets (exacta, trifecta…): tuples of distinct runners, one from each position's set, by inclusion–exclusion over
 * the ways in which positions could share a runner: Σ over partitions of the positions of Π (−1)^(b−1)·(b−1)!·|∩ of block|.
 * Unordered bets (quinella, trio…): sets that can be dealt out to the positions, by grouping runners that appear in the same
 * positions. Bets over legs: the product of the legs' sizes.
 *
 * Example: exacta wheel {1,2,3} over {1,2,3,4} → 3·4 − 3 = 9 pairs; the same sets in a quinella → 6 pairs.
 */
import { intersection, isEmpty, type RunnerSet, runnersOf, setSize } from './runner-set.ts';

/** n·(n−1)·…, `k` factors: ordered choices of k from n. */
export function fallingFactorial(n: number, k: number): number {
  let product = 1;
  for (let i = 0; i < k; i += 1) product *= Math.max(n - i, 0);
  return product;
}

/** Unordered choices of k from n; 0 when k is negative or above n. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let count = 1;
  for (let i = 1; i <= k; i += 1) count = (count * (n - k + i)) / i;
  return count;
}

/** Number of tuples of distinct runners with the i-th from `positions[i]`. */
export function countOrdered(positions: readonly RunnerSet[]): number {
  const [first, second, third] = positions;
  if (first === undefined) return 1;
  if (second === undefined) return setSize(first);
  if (third === undefined) return setSize(first) * setSize(second) - setSize(intersection(first, second));
  const blocks: RunnerSet[] = [];
  const sizes: number[] = [];
  const visit = (index: number): number => {
    const set = positions[index];
    if (set === undefined) {
      let product = 1;
      blocks.forEach((block, i) => {
        const size = sizes[i] ?? 0;
        product *= (size % 2 === 0 ? -1 : 1) * fallingFactorial(size - 1, size - 1) * setSize(block);
      });
      return product;
    }
    let count = 0;
    for (let i = 0; i < blocks.length; i += 1) {
      const block = blocks[i] ?? set;
      const shared = intersection(block, set);
      if (isEmpty(shared)) continue;
      blocks[i] = shared;
      sizes[i] = (sizes[i] ?? 0) + 1;
      count += visit(index + 1);
      blocks[i] = block;
      sizes[i] = (sizes[i] ?? 0) - 1;
    }
    blocks.push(set);
    sizes.push(1);
    count += visit(index + 1);
    blocks.pop();
    sizes.pop();
    return count;
  };
  return visit(0);
}

/** Whether runners that fit the positions in `fits` (one bit mask of positions per runner) can take one position each. */
function canBeDealt(fits: readonly number[]): boolean {
  const place = (index: number, taken: number): boolean => {
    const mask = fits[index];
    if (mask === undefined) return true;
    for (let free = mask & ~taken; free !== 0; free &= free - 1) {
      if (place(index + 1, taken | (free & -free))) return true;
    }
    return false;
  };
  return place(0, 0);
}

/** In which of `positions` a runner is allowed, as a bit mask. */
function fitOf(runner: number, positions: readonly RunnerSet[]): number {
  let mask = 0;
  positions.forEach((set, i) => {
    if (runner <= 32 ? set.low & (1 << (runner - 1)) : set.high & (1 << (runner - 33))) mask |= 1 << i;
  });
  return mask;
}

/**
 * Number of sets made of all of `must` and of further runners taken from `others`, as many as there are positions in all,
 * that can be dealt out one to each position. With `must` empty and `others` everybody: the combinations of an unordered wheel.
 */
export function countUnordered(positions: readonly RunnerSet[], must: RunnerSet, others: RunnerSet): number {
  const fixed = runnersOf(must).map((runner) => fitOf(runner, positions));
  const wanted = positions.length - fixed.length;
  if (wanted < 0) return 0;
  const alike = new Map<number, number>();
  for (const runner of runnersOf(others)) {
    const fit = fitOf(runner, positions);
    if (fit !== 0) alike.set(fit, (alike.get(fit) ?? 0) + 1);
  }
  const groups = [...alike];
  const fits = [...fixed];
  const visit = (index: number, left: number): number => {
    if (left === 0) return canBeDealt(fits) ? 1 : 0;
    const group = groups[index];
    if (group === undefined) return 0;
    const [fit, size] = group;
    let count = visit(index + 1, left);
    const before = fits.length;
    for (let taken = 1; taken <= Math.min(size, left); taken += 1) {
      fits.push(fit);
      count += choose(size, taken) * visit(index + 1, left - taken);
    }
    fits.length = before;
    return count;
  };
  return visit(0, wanted);
}
