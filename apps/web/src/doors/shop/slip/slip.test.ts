import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLine, isWhole, lineLetter, quickLine, saleLines, slipPrice } from './slip.ts';

const panels = [{ id: 'main', from: 45, first: 1, choose: 6, maxPicks: 6 }];
const line = (numbers: readonly number[]) => ({ main: numbers });

describe('a slip', () => {
  test('sells whole lines only, and is not complete while one is half filled', () => {
    const whole = line([1, 2, 3, 4, 5, 6]);
    expect(saleLines({ lines: [whole, emptyLine(panels)], active: 1, draws: 1 }, panels)).toEqual({ lines: [whole], complete: true });
    expect(saleLines({ lines: [whole, line([7])], active: 1, draws: 1 }, panels).complete).toBe(false);
    expect(saleLines({ lines: [emptyLine(panels)], active: 0, draws: 1 }, panels)).toEqual({ lines: [], complete: false });
  });

  test('costs lines × price × draws, exactly', () => {
    expect(slipPrice(3, 100n, 2)).toBe(600n);
    fc.assert(
      fc.property(fc.nat(1000), fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.nat(100), (lines, unit, draws) => {
        expect(slipPrice(lines, unit, draws)).toBe(BigInt(lines) * unit * BigInt(draws));
      }),
    );
  });

  test('filled by quick pick is whole on every panel', () => {
    const two = [...panels, { id: 'stars', from: 12, first: 1, choose: 2, maxPicks: 2 }];
    for (let round = 0; round < 200; round++) expect(isWhole(quickLine(two), two)).toBe(true);
  });

  test('names its lines A…Z and then AA', () => {
    expect([0, 25, 26, 27, 52].map(lineLetter)).toEqual(['A', 'Z', 'AA', 'AB', 'BA']);
  });
});
