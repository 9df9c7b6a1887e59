import { describe, expect, it } from 'vitest';
import { withCheck } from '../testing/tiny-operator.ts';
import { readStockResult, type StockGame, stockGameShape, stockTiers } from './stock-tiers.ts';

const win = (tier: string, match: object, more: object = {}) => ({ tier, extraction: 'first', match, ...more });
const gameWith = (wins: readonly object[], more: object = {}): StockGame =>
  stockGameShape.parse({
    family: 'preassigned',
    digits: 3,
    numbers: 1000,
    seriesCount: 2,
    fractionCount: 3,
    extractions: [
      { id: 'first', count: 1, digits: 3 },
      { id: 'ends', count: 2, digits: 1 },
    ],
    wins,
    ...more,
  });

const entry = ([number, series, fraction]: readonly [number, number, number]) => [number & 255, number >> 8, 0, 0, series, 0, fraction, 0];
const packed = (entries: readonly (readonly [number, number, number])[], units = 1) =>
  withCheck([1, 4, units, 0, 0, entries.length, 0, ...entries.flatMap(entry)]);

/** Shares of every tier when each number is sold once. */
function overAll(game: StockGame, result: unknown): Record<string, number> {
  const drawn = readStockResult(game, result);
  if (!drawn) throw new Error('not a draw of this game');
  const count = stockTiers(game, drawn);
  for (let number = 0; number < game.numbers; number += 1) expect(count.add(packed([[number, 1, 1]]), 100n)).toBe(true);
  return Object.fromEntries([...count.winners()].map(([tier, shares]) => [tier, Number(shares)]));
}

const RESULT = { extractions: { first: ['347'], ends: ['7', '0'] } };

describe('winning shares of pre-assigned numbers', () => {
  it('over a whole stock are one number, two neighbours, 99 of a hundred, nine of an ending of two, and 100 of each drawn last digit', () => {
    const game = gameWith([
      win('number', { kind: 'number' }),
      win('neighbour', { kind: 'neighbour' }),
      win('hundred', { kind: 'block', freeDigits: 2 }),
      win('ending', { kind: 'ending', digits: 2 }),
      win('ending-all', { kind: 'ending', digits: 2 }, { exceptDrawn: false }),
      { tier: 'refund', extraction: 'ends', match: { kind: 'ending', digits: 1 } },
    ]);
    expect(overAll(game, RESULT)).toEqual({ number: 1, neighbour: 2, hundred: 99, ending: 9, 'ending-all': 10, refund: 200 });
  });

  it('go round the end of the range: the neighbours of 000 are 999 and 001', () => {
    const game = gameWith([win('neighbour', { kind: 'neighbour' })]);
    const drawn = readStockResult(game, { extractions: { first: ['000'], ends: ['1', '2'] } });
    if (!drawn) throw new Error('not a draw');
    const count = stockTiers(game, drawn);
    for (const number of [999, 1, 0, 2, 998]) count.add(packed([[number, 1, 1]]), 100n);
    expect(count.winners().get('neighbour')).toBe(2n);
  });

  it('of a drawn fraction are the one fraction of the one series; of its number all of them, by units', () => {
    const game = gameWith([win('fraction', { kind: 'fraction' }), win('number', { kind: 'number' })], {
      extractions: [{ id: 'first', count: 1, digits: 3, fraction: true }],
    });
    const drawn = readStockResult(game, { extractions: { first: [{ number: '347', series: 2, fraction: 3 }] } });
    if (!drawn) throw new Error('not a draw');
    const count = stockTiers(game, drawn);
    for (const series of [1, 2]) for (const fraction of [1, 2, 3]) count.add(packed([[347, series, fraction]], 2), 100n);
    expect([...count.winners().values()]).toEqual([2n, 12n]);
  });

  it.each([
    ['a number past the last', packed([[1000, 1, 1]])],
    ['a series that is not issued', packed([[1, 3, 1]])],
    ['no fraction', packed([[1, 1, 0]])],
    ['another family', withCheck([1, 5, 1, 0, 0, 1, 0, ...entry([1, 1, 1])])],
  ])('are not counted from lines with %s', (_, lines) => {
    const game = gameWith([win('number', { kind: 'number' })]);
    expect(stockTiers(game, readStockResult(game, RESULT) ?? new Map()).add(lines, 100n)).toBe(false);
  });

  it.each([
    { first: ['347'] },
    { first: ['347'], ends: ['7'] },
    { first: ['347'], ends: ['7', '7'] },
    { first: ['47'], ends: ['7', '0'] },
    { first: [{ number: '347', series: 1, fraction: 1 }], ends: ['7', '0'] },
    { first: ['347'], ends: ['7', '0'], more: [] },
  ])('are not counted for the draw %j', (extractions) => {
    expect(readStockResult(gameWith([win('number', { kind: 'number' })]), { extractions })).toBeNull();
  });
});
