import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { binomial } from '../randomness/combinations.ts';
import { cims645 } from '../templates/cims-645.ts';
import { euromillions2020 } from '../templates/euromillions.ts';
import { game } from '../testing/sample-games.ts';
import { crc8 } from '../ticket/crc8.ts';
import { encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import { columnMatcher, type EntryColumns, fillColumns } from './column-matcher.ts';
import { type MatrixResult, parseResult } from './draw-result.ts';
import { ticketMatcher } from './ticket-matcher.ts';

const columnsFor = (count: number): EntryColumns => ({ low: new Uint32Array(count), high: new Uint32Array(count) });
const resultOf = (of: ReturnType<typeof game<'matrix'>>, json: unknown): MatrixResult => expectOk(parseResult(of, json)) as MatrixResult;
const onlyRound = (result: MatrixResult) => {
  const [round] = result.rounds;
  if (!round) throw new Error('a result without a round');
  return round;
};

describe('all 13,983,816 lines of 6/49 against one draw', { timeout: 60_000 }, () => {
  const sixOf49 = game('matrix', {
    ...(cims645 as Extract<GameDefinitionJson, { family: 'matrix' }>),
    id: 'six-of-49',
    panels: [{ id: 'main', from: 49, choose: 6, maxPicks: 12 }],
  });
  const draw = onlyRound(resultOf(sixOf49, { panels: { main: [4, 11, 17, 32, 33, 49] }, bonuses: { bonus: [25] } }));

  it('fall into tiers exactly as the closed form says', () => {
    const total = 13_983_816;
    const chunk = 1 << 20;
    const columns = columnsFor(chunk);
    const matcher = columnMatcher(sixOf49, draw, { systems: false });
    let filled = 0;
    let all = 0;
    const flush = () => {
      matcher.count(columns, 0, filled);
      all += filled;
      filled = 0;
    };
    const walk = (first: number, left: number, low: number, high: number): void => {
      if (left === 0) {
        columns.low[filled] = low;
        columns.high[filled] = high;
        filled += 1;
        if (filled === chunk) flush();
        return;
      }
      for (let bit = first; bit <= 49 - left; bit += 1)
        walk(bit + 1, left - 1, bit < 32 ? low | (1 << bit) : low, bit < 32 ? high : high | (1 << (bit - 32)));
    };
    walk(0, 6, 0, 0);
    flush();
    expect(all).toBe(total);
    const c = (n: number, k: number) => Number(binomial(n, k));
    // 6; 5 and the bonus; 5 of 6 with one of the 42 others; 4; 3.
    expect([...matcher.totals()]).toEqual([1, 6, 6 * 42, c(6, 4) * c(43, 2), c(6, 3) * c(43, 3)]);
  });
});

describe('columns', () => {
  const cims = game('matrix', cims645);
  const euro = game('matrix', euromillions2020);

  it('give the tier counts of packed lines, for lines and systems mixed', () => {
    const result = resultOf(cims, { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } });
    const packedMatcher = ticketMatcher(cims, result);
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 6, maxLength: 10 }), { minLength: 1, maxLength: 4 }),
        (lists) => {
          const packed = encodeLines(cims, expectOk(parseTicket(cims, { entries: lists.map((main) => ({ picks: { main } })) })).main);
          const columns = columnsFor(lists.length);
          expect(fillColumns(cims, packed, columns, 0)).toBe(lists.length);
          const matcher = columnMatcher(cims, onlyRound(result), { systems: true });
          matcher.count(columns, 0, lists.length);
          expect([...matcher.totals()]).toEqual([...expectOk(packedMatcher.classify(packed))]);
        },
      ),
    );
  });

  it('take nothing of a ticket whose packed lines are corrupt or not sold', () => {
    const packed = encodeLines(cims, expectOk(parseTicket(cims, { entries: [{ picks: { main: [1, 2, 3, 4, 5, 6] } }] })).main);
    const columns = columnsFor(1);
    expect(
      fillColumns(
        cims,
        packed.map((byte, at) => (at === 8 ? byte ^ 1 : byte)),
        columns,
        0,
      ),
    ).toBe('packed_corrupt');
    const five = packed.map((byte, at) => (at === 8 ? byte & ~1 : byte));
    five[five.length - 1] = crc8(five, five.length - 1);
    expect(fillColumns(cims, five, columns, 0)).toBe('packed_corrupt');
    expect([...columns.low, ...columns.high]).toEqual([0, 0]);
    expect(() => fillColumns(cims, packed, columns, 1)).toThrow(RangeError);
  });

  it('hold two panels of 62 numbers: every star system against every rank', () => {
    const result = resultOf(euro, { panels: { main: [1, 2, 3, 4, 5], stars: [1, 2] } });
    const packedMatcher = ticketMatcher(euro, result);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 7 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 4 }),
        (main, stars) => {
          const packed = encodeLines(euro, expectOk(parseTicket(euro, { entries: [{ picks: { main, stars } }] })).main);
          const columns = columnsFor(1);
          fillColumns(euro, packed, columns, 0);
          const matcher = columnMatcher(euro, onlyRound(result), { systems: true });
          matcher.count(columns, 0, 1);
          expect([...matcher.totals()]).toEqual([...expectOk(packedMatcher.classify(packed))]);
        },
      ),
    );
  });

  it('count six main numbers with three stars, 5 + 2 among them, as the 18 lines they are', () => {
    const matcher = ticketMatcher(euro, resultOf(euro, { panels: { main: [1, 2, 3, 4, 5], stars: [1, 2] } }));
    const packed = encodeLines(
      euro,
      expectOk(parseTicket(euro, { entries: [{ picks: { main: [1, 2, 3, 4, 5, 6], stars: [1, 2, 3] } }] })).main,
    );
    // 1 line 5+2, 2 of 5+1, 5 of 4+2, 10 of 4+1.
    expect([...expectOk(matcher.classify(packed))]).toEqual([1, 2, 0, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
