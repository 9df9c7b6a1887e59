import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWinners, winPoolShape, winPoolTiers } from './win-pool.ts';

const pool = winPoolShape.parse({ bet: { type: 'win' }, dividend: { perCents: '100' }, takeoutBps: 1800 });
const straight = (runner: number) => Buffer.of(1, 0, 1, runner);
const box = (runners: readonly number[]) => {
  const mask = runners.reduce((bits, runner) => bits | (1n << BigInt(runner - 1)), 0n);
  const bytes: number[] = [];
  for (let rest = mask; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 255n));
  return Buffer.of(1, 1, bytes.length, ...bytes);
};
const finished = (...order: number[][]) => ({ meeting: 'soldeu', version: 1, legs: [{ kind: 'finish', order, favourites: [] }] });

describe('winners of a win pool', () => {
  it('are the stakes on the first: 23,872.00 on runner 4 are 23,872 units of 1.00', () => {
    const count = winPoolTiers(pool, [4]);
    count.add(straight(4), 2_387_200n);
    count.add(straight(2), 16_904_100n);
    expect([...count.winners()]).toEqual([['4', 23_872n]]);
    expect(['4', 'main', 'win', '2'].map(count.tierNamed)).toEqual(['4', '4', '4', null]);
  });

  it('are counted by the rules alone and by a frozen pool alike', () => {
    const rules = { bet: { type: 'win' }, dividend: { perCents: '100' } };
    expect(winPoolShape.parse({ poolId: 'con_1', meeting: 'soldeu', definition: rules, legs: [] })).toEqual(winPoolShape.parse(rules));
  });

  it('in a dead heat are counted for each of the first', () => {
    expect(readWinners(finished([4, 1], [2]))).toEqual([4, 1]);
    const count = winPoolTiers(pool, [4, 1]);
    for (const [runner, stake] of [
      [4, 300n],
      [1, 200n],
      [2, 900n],
    ] as const)
      count.add(straight(runner), stake);
    expect([...count.winners()]).toEqual([
      ['4', 3n],
      ['1', 2n],
    ]);
    expect(count.tierNamed('main')).toBeNull();
  });

  it('of a box or a wheel are those of its runners played apart for the same money', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 }),
        fc.bigInt(1n, 50n),
        (runners, units) => {
          const [winner = 1] = runners;
          const [boxed, apart] = [winPoolTiers(pool, [winner]), winPoolTiers(pool, [winner])];
          boxed.add(box(runners), 100n * units * BigInt(runners.length));
          for (const runner of runners) apart.add(straight(runner), 100n * units);
          expect(boxed.winners()).toEqual(apart.winners());
        },
      ),
    );
  });

  it.each([
    ['two runners in a straight bet', Buffer.of(1, 0, 2, 4, 5)],
    ['runner 0', Buffer.of(1, 0, 1, 0)],
    ['runner 65', Buffer.of(1, 0, 1, 65)],
    ['a wheel of two places', Buffer.of(1, 3, 2, 1, 1, 1, 1)],
    ['legs', Buffer.of(1, 4, 1, 1, 1)],
    ['a box with a trailing zero byte', Buffer.of(1, 1, 2, 1, 0)],
    ['an empty box', Buffer.of(1, 1, 0)],
    ['another version', Buffer.of(2, 0, 1, 4)],
    ['a byte too many', Buffer.of(1, 0, 1, 4, 4)],
    ['nothing', Buffer.alloc(0)],
  ])('are not counted from %s', (_, lines) => {
    expect(winPoolTiers(pool, [4]).add(lines, 100n)).toBe(false);
  });

  it.each([
    ['a void race', { legs: [{ kind: 'void' }] }],
    ['two races', { legs: [...finished([1]).legs, ...finished([1]).legs] }],
    ['no finisher', finished()],
    ['a match', { legs: [{ kind: 'outcome', winners: [1] }] }],
  ])('are not read from %s', (_, json) => {
    expect(readWinners(json)).toBeNull();
  });
});
