/**
 * Winning stakes of a win pool (docs/verify.md, section 8, Pools).
 *
 * A winner's row is named by its number; in the record of a pool with one winner it may also be `main` or `win`. Winners = stakes
 * on the runner / perCents, rounded down. A bet on k runners stakes 1/k of the ticket on each. Example: EUR 23,872.00 on runner 4
 * at perCents 100 are 23,872 winners; at a dividend of 6.60 they are paid 157,555.20.
 */
import { z } from 'zod';
import type { TierCount } from './tier-count.ts';

const positiveCents = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

const rules = z.object({ bet: z.object({ type: z.literal('win') }), dividend: z.object({ perCents: positiveCents }) });

/** The rules by themselves, or the frozen pool that holds them with its card. */
export const winPoolShape = z.union([rules, z.object({ definition: rules }).transform(({ definition }) => definition)]);

export type WinPool = z.output<typeof winPoolShape>;

const runner = z.int().min(1).max(64);

const finishShape = z.object({
  legs: z.tuple([z.object({ kind: z.literal('finish'), order: z.array(z.array(runner).min(1)).min(1) })]),
});

/** Runners in the first place, dead-heaters together. Null for anything but one decided race. */
export function readWinners(json: unknown): number[] | null {
  const result = finishShape.safeParse(json);
  return result.success ? (result.data.legs[0].order[0] ?? null) : null;
}

const straight = 0;
const box = 1;
const wheel = 3;

/** Runners of a packed set at `at`: a count of bytes without a trailing zero, then the mask; bit n − 1 is runner n. */
function runnersOfSet(lines: Buffer, at: number): number[] | null {
  const mask = [...lines.subarray(at + 1)];
  if (mask.length === 0 || mask.length > 8 || mask.length !== lines[at] || mask.at(-1) === 0) return null;
  return mask.flatMap((byte, i) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => 8 * i + bit + 1));
}

/** Runners of packed selections, version 1: one runner, a box, or a wheel of one place. Null for what a win pool does not sell. */
function runnersOf(lines: Buffer): number[] | null {
  if (lines[0] !== 1) return null;
  switch (lines[1]) {
    case straight: {
      const number = lines[3] ?? 0;
      return lines.length === 4 && lines[2] === 1 && number >= 1 && number <= 64 ? [number] : null;
    }
    case box:
      return runnersOfSet(lines, 2);
    case wheel:
      return lines[2] === 1 ? runnersOfSet(lines, 3) : null;
    default:
      return null;
  }
}

export function winPoolTiers(pool: WinPool, winners: readonly number[]): TierCount {
  /** Stakes of all tickets that name the winner among k runners, by winner and k: a k-th of each sum is on the winner. */
  const stakes = new Map(winners.map((winner) => [winner, new Map<number, bigint>()]));
  return {
    add(lines, stakeCents) {
      const runners = runnersOf(lines);
      if (runners === null) return false;
      for (const [winner, byRunners] of stakes)
        if (runners.includes(winner)) byRunners.set(runners.length, (byRunners.get(runners.length) ?? 0n) + stakeCents);
      return true;
    },
    winners: () =>
      new Map(
        [...stakes].map(([winner, byRunners]) => {
          const common = [...byRunners.keys()].reduce((multiple, runners) => lcm(multiple, BigInt(runners)), 1n);
          const onWinner = [...byRunners].reduce((sum, [runners, cents]) => sum + cents * (common / BigInt(runners)), 0n);
          return [String(winner), onWinner / (common * pool.dividend.perCents)];
        }),
      ),
    tierNamed: (stated) => {
      const [only] = winners;
      if (winners.some((winner) => String(winner) === stated)) return stated;
      return winners.length === 1 && (stated === 'main' || stated === 'win') ? String(only) : null;
    },
  };
}

function lcm(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
