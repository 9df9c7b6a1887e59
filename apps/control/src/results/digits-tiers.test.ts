import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCheck } from '../testing/tiny-operator.ts';
import { digitsGameShape, digitsTiers, readDigitsResult } from './digits-tiers.ts';

const game = digitsGameShape.parse({
  family: 'digits',
  positions: 3,
  repeats: 'allowed',
  bets: [{ id: 'exact' }, { id: 'any' }, { id: 'ends' }],
  wins: [
    { tier: 'exact', bet: 'exact', match: { kind: 'exact' } },
    { tier: 'any-6', bet: 'any', match: { kind: 'any-order', orders: 6 } },
    { tier: 'any-3', bet: 'any', match: { kind: 'any-order', orders: 3 } },
    { tier: 'first-2', bet: 'ends', match: { kind: 'first', digits: 2 } },
    { tier: 'last-2', bet: 'ends', match: { kind: 'last', digits: 2 } },
    { tier: 'last-1', bet: 'ends', group: 'low', match: { kind: 'last', digits: 1 } },
  ],
});

const packed = (bet: number, digits: string, units = 1, series = 0) =>
  withCheck([1, 3, units, 0, 0, 1, 0, bet, ...[...digits].map(Number), series & 255, series >> 8]);
const all = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));
const countsOver = (drawn: string, tickets: readonly Buffer[]) => {
  const result = readDigitsResult(game, { digits: drawn });
  if (!result) throw new Error('not a draw of this game');
  const count = digitsTiers(game, result);
  for (const ticket of tickets) if (!count.add(ticket, 100n)) throw new Error('unreadable');
  return Object.fromEntries([...count.winners()].map(([tier, shares]) => [tier, Number(shares)]));
};

describe('winning shares of a digits game', () => {
  it.each([
    ['427', { exact: 1, 'any-6': 6, 'any-3': 0 }],
    ['422', { exact: 1, 'any-6': 0, 'any-3': 3 }],
    ['444', { exact: 1, 'any-6': 0, 'any-3': 0 }],
  ])('over all bets on three digits, %s drawn, are those of the orders its digits have', (drawn, expected) => {
    const tickets = [0, 1].flatMap((bet) => all.map((digits) => packed(bet, digits)));
    expect(countsOver(drawn, tickets)).toMatchObject(expected);
  });

  it('of one group go to the first that matches; another group wins beside it', () => {
    const tickets = all.map((digits) => packed(2, digits));
    // Ten begin with 42, ten end in 27, none of them both; a hundred end in 7.
    expect(countsOver('427', tickets)).toMatchObject({ 'first-2': 10, 'last-2': 9, 'last-1': 100 });
  });

  it('do not hang on the order of tickets and multiply by units', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...all), fc.integer({ min: 1, max: 9 })), { maxLength: 30 }), (bets) => {
        const once = bets.map(([bet, digits, units]) => packed(bet, digits, units));
        const apart = bets.flatMap(([bet, digits, units]) => Array.from({ length: units }, () => packed(bet, digits)));
        expect(countsOver('427', once)).toEqual(countsOver('427', apart.toReversed()));
      }),
    );
  });

  it('ask for the series where the definition does', () => {
    const withSeries = digitsGameShape.parse({
      ...game,
      seriesCount: 300,
      wins: [
        { tier: 'top', bet: 'exact', match: { kind: 'exact', series: true } },
        { tier: 'number', bet: 'exact', match: { kind: 'exact' } },
      ],
    });
    const drawn = readDigitsResult(withSeries, {
      panels: [
        { name: 'digits', numbers: [4, 2, 7] },
        { name: 'series', numbers: [299] },
      ],
    });
    if (!drawn) throw new Error('not a draw of this game');
    const count = digitsTiers(withSeries, drawn);
    for (const series of [299, 1, 300]) expect(count.add(packed(0, '427', 1, series), 100n)).toBe(true);
    expect([...count.winners()]).toEqual([
      ['top', 1n],
      ['number', 2n],
    ]);
    expect(count.add(packed(0, '427', 1, 0), 100n)).toBe(false);
    expect(count.add(packed(0, '427', 1, 301), 100n)).toBe(false);
  });

  it.each([
    ['a bet that is not offered', packed(3, '427')],
    ['a series where there is none', packed(0, '427', 1, 1)],
    ['a digit past nine', withCheck([1, 3, 1, 0, 0, 1, 0, 0, 4, 2, 10, 0, 0])],
  ])('are not counted from lines with %s', (_, lines) => {
    expect(digitsTiers(game, { digits: '427', series: 0 }).add(lines, 100n)).toBe(false);
  });

  it('are not counted for a draw that the game cannot make', () => {
    for (const digits of ['42', '4271', 'abc']) expect(readDigitsResult(game, { digits })).toBeNull();
    const distinct = digitsGameShape.parse({ ...game, repeats: 'forbidden' });
    expect(readDigitsResult(distinct, { digits: '422' })).toBeNull();
    expect(readDigitsResult(distinct, { digits: '427' })).toEqual({ digits: '427', series: 0 });
  });
});
