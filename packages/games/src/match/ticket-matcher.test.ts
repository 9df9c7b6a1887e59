import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cims645 } from '../templates/cims-645.ts';
import { game } from '../testing/sample-games.ts';
import { encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import { parseResult } from './draw-result.ts';
import { ticketMatcher } from './ticket-matcher.ts';

const cims = game('matrix', cims645);
const drawn = (main: number[], bonus: number) => expectOk(parseResult(cims, { panels: { main }, bonuses: { bonus: [bonus] } }));
const matcher = ticketMatcher(cims, drawn([1, 2, 3, 4, 5, 6], 7));
const pack = (...lists: number[][]) =>
  encodeLines(cims, expectOk(parseTicket(cims, { entries: lists.map((main) => ({ picks: { main } })) })).main);
const counts = (...lists: number[][]) => [...expectOk(matcher.classify(pack(...lists)))];

/** Every line of a system, one by one: the slow way that the closed form must equal. */
function expand(picks: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return picks.flatMap((pick, index) => expand(picks.slice(index + 1), count - 1).map((rest) => [pick, ...rest]));
}

describe('matching', { timeout: 60_000 }, () => {
  it('gives each line the tier of its hits', () => {
    expect(matcher.tiers).toEqual(['6', '5-bonus', '5', '4', '3']);
    expect(counts([1, 2, 3, 4, 5, 6])).toEqual([1, 0, 0, 0, 0]);
    expect(counts([1, 2, 3, 4, 5, 7])).toEqual([0, 1, 0, 0, 0]);
    expect(counts([1, 2, 3, 4, 5, 8])).toEqual([0, 0, 1, 0, 0]);
    expect(counts([1, 2, 3, 4, 7, 8])).toEqual([0, 0, 0, 1, 0]);
    expect(counts([1, 2, 3, 7, 8, 9], [40, 41, 42, 43, 44, 45])).toEqual([0, 0, 0, 0, 1]);
    expect(counts([1, 2, 7, 8, 9, 10])).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts a system in closed form as its lines one by one, for every size up to 12', () => {
    for (let size = 6; size <= 12; size += 1) {
      fc.assert(
        fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { minLength: size, maxLength: size }), (picks) => {
          const single = [0, 0, 0, 0, 0];
          for (const line of expand(
            [...picks].sort((a, b) => a - b),
            6,
          ))
            counts(line).forEach((lines, tier) => {
              single[tier] = (single[tier] ?? 0) + lines;
            });
          expect(counts(picks)).toEqual(single);
        }),
        { numRuns: size < 10 ? 20 : 4 },
      );
    }
  });

  it('adds up tickets in any order and leaves totals alone when a ticket is corrupted', () => {
    const totals = new Float64Array(5);
    expect(matcher.add(pack([1, 2, 3, 4, 5, 6]), totals)).toBe(true);
    expect(matcher.add(pack([30, 31, 32, 33, 34, 35]), totals)).toBe(false);
    const corrupt = pack([1, 2, 3, 4, 5, 7]);
    corrupt[9] = 1;
    expect(matcher.add(corrupt, totals)).toBe('packed_corrupt');
    expect([...totals]).toEqual([1, 0, 0, 0, 0]);
  });
});

describe('a draw result from outside', () => {
  it.each([
    ['wrong_count', 'panels.main', { panels: { main: [1, 2, 3, 4, 5] }, bonuses: { bonus: [7] } }],
    ['number_duplicated', 'panels.main.5', { panels: { main: [1, 2, 3, 4, 5, 5] }, bonuses: { bonus: [7] } }],
    ['number_duplicated', 'bonuses.bonus.0', { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [6] } }],
    ['number_out_of_range', 'bonuses.bonus.0', { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [46] } }],
    ['wrong_count', 'bonuses.bonus', { panels: { main: [1, 2, 3, 4, 5, 6] } }],
    ['unknown_panel', 'panels.stars', { panels: { main: [1, 2, 3, 4, 5, 6], stars: [1] }, bonuses: { bonus: [7] } }],
    ['result_malformed', 'panels', { numbers: [1, 2, 3] }],
  ])('is refused with %s at %s', (code, path, json) => {
    expect(parseResult(cims, json)).toMatchObject({ ok: false, code, path });
  });
});
