/**
 * Sets of runners (or outcomes) of one leg, numbered 1 to 64, as two 32-bit masks.
 *
 * Tickets hold sets and never lists of combinations; membership, intersection and size are a few machine instructions.
 * Example: {1, 3, 40} is `low` 0b101 and `high` bit 7.
 */
export type RunnerSet = { readonly low: number; readonly high: number };

/** The largest number a runner or an outcome may carry. */
export const MAX_RUNNER = 64;

export const emptySet: RunnerSet = { low: 0, high: 0 };

export const singleton = (runner: number): RunnerSet =>
  runner <= 32 ? { low: 1 << (runner - 1), high: 0 } : { low: 0, high: 1 << (runner - 33) };

/** Numbers outside 1..64 are a bug at the caller: tickets are checked before they become sets. */
export function runnerSet(runners: Iterable<number>): RunnerSet {
  let low = 0;
  let high = 0;
  for (const runner of runners) {
    if (!Number.isInteger(runner) || runner < 1 || runner > MAX_RUNNER) throw new RangeError(`not a runner number: ${runner}`);
    if (runner <= 32) low |= 1 << (runner - 1);
    else high |= 1 << (runner - 33);
  }
  return { low, high };
}

export const hasRunner = (set: RunnerSet, runner: number): boolean =>
  runner <= 32 ? (set.low & (1 << (runner - 1))) !== 0 : (set.high & (1 << (runner - 33))) !== 0;

function bits(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export const setSize = (set: RunnerSet): number => bits(set.low) + bits(set.high);
export const isEmpty = (set: RunnerSet): boolean => set.low === 0 && set.high === 0;
export const union = (a: RunnerSet, b: RunnerSet): RunnerSet => ({ low: a.low | b.low, high: a.high | b.high });
export const intersection = (a: RunnerSet, b: RunnerSet): RunnerSet => ({ low: a.low & b.low, high: a.high & b.high });
export const without = (a: RunnerSet, b: RunnerSet): RunnerSet => ({ low: a.low & ~b.low, high: a.high & ~b.high });
export const includesAll = (whole: RunnerSet, part: RunnerSet): boolean => (part.low & ~whole.low) === 0 && (part.high & ~whole.high) === 0;

/** Members in ascending order. */
export function runnersOf(set: RunnerSet): number[] {
  const runners: number[] = [];
  for (let low = set.low; low !== 0; low &= low - 1) runners.push(32 - Math.clz32(low & -low));
  for (let high = set.high; high !== 0; high &= high - 1) runners.push(64 - Math.clz32(high & -high));
  return runners;
}
