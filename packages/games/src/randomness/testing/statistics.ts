/**
 * Classical tests of randomness (Knuth, The Art of Computer Programming 2, section 3.3.2). Each gives one standard score or one
 * chi-square value with its degrees of freedom; `deviates` holds it against the middle 99 %.
 */
export type ChiSquare = { readonly value: number; readonly degrees: number };

/** The 0.5 % and 99.5 % points of the normal distribution lie this far from its middle. */
const z995 = 2.5758293;

/** Wilson and Hilferty's cube: quantile of chi-square at a normal quantile, within a few thousandths from nine degrees on. */
const quantile = (degrees: number, z: number): number => {
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + z * Math.sqrt(spread)) ** 3;
};

export const chiSquareDeviates = ({ value, degrees }: ChiSquare): boolean =>
  value < quantile(degrees, -z995) || value > quantile(degrees, z995);

export const scoreDeviates = (z: number): boolean => Math.abs(z) > z995;

/** Counts against expected counts; one degree of freedom fewer than categories. */
function chiSquare(counts: readonly number[], expected: readonly number[]): ChiSquare {
  const value = counts.reduce((sum, count, i) => sum + (count - (expected[i] ?? 0)) ** 2 / (expected[i] ?? 0), 0);
  return { value, degrees: counts.length - 1 };
}

const even = (categories: number, total: number): number[] => new Array<number>(categories).fill(total / categories);

/** How often each of 0…d − 1 occurs. */
export function frequency(values: readonly number[], d: number): ChiSquare {
  const counts = new Array<number>(d).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return chiSquare(counts, even(d, values.length));
}

/** How often each number of 1…n comes in draws of k without replacement: such counts vary less, by (n − k) / (n − 1). */
export function drawFrequency(draws: readonly (readonly number[])[], n: number): ChiSquare {
  const k = draws[0]?.length ?? 0;
  const { value } = frequency(
    draws.flat().map((number) => number - 1),
    n,
  );
  return { value: (value * (n - 1)) / (n - k), degrees: n - 1 };
}

/** Non-overlapping pairs of values 0…d − 1. */
export function serial(values: readonly number[], d: number): ChiSquare {
  const pairs: number[] = [];
  for (let i = 0; i + 1 < values.length; i += 2) pairs.push((values[i] ?? 0) * d + (values[i + 1] ?? 0));
  return frequency(pairs, d * d);
}

/** Wald and Wolfowitz: runs of values below and from d / 2 on, as a standard score. */
export function runs(values: readonly number[], d: number): number {
  const high = values.map((value) => value * 2 >= d);
  const above = high.filter(Boolean).length;
  const below = high.length - above;
  const count = 1 + high.filter((is, i) => i > 0 && is !== high[i - 1]).length;
  const mean = 1 + (2 * above * below) / high.length;
  return (count - mean) / Math.sqrt(((mean - 1) * (mean - 2)) / (high.length - 1));
}

/** Lengths of gaps between zeros among values 0…d − 1; gaps of `longest` and more are one category. */
export function gaps(values: readonly number[], d: number, longest: number): ChiSquare {
  const counts = new Array<number>(longest + 1).fill(0);
  let gap = 0;
  for (const value of values) {
    if (value !== 0) gap += 1;
    else {
      const kind = Math.min(gap, longest);
      counts[kind] = (counts[kind] ?? 0) + 1;
      gap = 0;
    }
  }
  const found = counts.reduce((sum, count) => sum + count, 0);
  const hit = 1 / d;
  return chiSquare(
    counts,
    counts.map((_, length) => found * (length < longest ? hit * (1 - hit) ** length : (1 - hit) ** longest)),
  );
}

/** Lengths of stretches until all of 0…d − 1 have come; stretches of `longest` and more are one category. */
export function coupons(values: readonly number[], d: number, longest: number): ChiSquare {
  const counts = new Array<number>(longest - d + 1).fill(0);
  let seen = new Set<number>();
  let length = 0;
  for (const value of values) {
    seen.add(value);
    length += 1;
    if (seen.size < d) continue;
    const kind = Math.min(length, longest) - d;
    counts[kind] = (counts[kind] ?? 0) + 1;
    seen = new Set();
    length = 0;
  }
  // Chance that exactly j kinds have come after r values, step by step.
  let kinds = [1, ...new Array<number>(d).fill(0)];
  const chances: number[] = [];
  for (let r = 1; r < longest; r += 1) {
    const next = kinds.map((chance, j) => chance * (j / d) + (j > 0 ? (kinds[j - 1] ?? 0) * ((d - j + 1) / d) : 0));
    const done = next[d] ?? 0;
    if (r >= d) chances.push(done);
    next[d] = 0;
    kinds = next;
  }
  chances.push(1 - chances.reduce((sum, chance) => sum + chance, 0));
  const found = counts.reduce((sum, count) => sum + count, 0);
  return chiSquare(
    counts,
    chances.map((chance) => chance * found),
  );
}

/** Orders of non-overlapping groups of t values that are practically all different. */
export function permutations(values: readonly number[], t: number): ChiSquare {
  const counts = new Map<string, number>();
  let groups = 0;
  for (let i = 0; i + t <= values.length; i += t) {
    const group = values.slice(i, i + t);
    if (new Set(group).size < t) continue;
    const order = group.map((value) => group.filter((other) => other < value).length).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
    groups += 1;
  }
  const orders = Array.from({ length: t }, (_, i) => i + 1).reduce((product, factor) => product * factor, 1);
  const all = [...counts.values(), ...new Array<number>(orders - counts.size).fill(0)];
  return chiSquare(all, even(orders, groups));
}
