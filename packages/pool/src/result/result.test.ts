import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { GuestTotals } from '../merge/totals-file.ts';
import { calculatePool } from '../settle/calculate-pool.ts';
import { projectSettlement } from '../settle/settle.ts';
import { betSamples } from '../testing/bet-samples.ts';
import { bookOf, definition, definitionJson, finished, poolOn, straight } from '../testing/definitions.ts';
import { parseResult } from './result.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

describe('a result', () => {
  const twenty = poolOn(definition({ bet: { type: 'superfecta' } }), [20]);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const code = (...order: number[][]) => {
    const read = parseResult(twenty, finished(order), []);
    return read.ok ? 'ok' : `${read.code} at ${read.path}`;
  };

  it('has at most eight runners level for a place that pays; unplaced runners may stand together', () => {
    expect(code(numbers(1, 8), numbers(9, 20))).toBe('ok');
    expect(code([1], [2], [3], [4], [5], numbers(6, 20))).toBe('ok');
    expect(code([1], numbers(2, 10), [11])).toBe('dead_heat_too_large at legs.0.order.1');
    expect(code(numbers(1, 20))).toBe('dead_heat_too_large at legs.0.order.0');
  });

  it('that is no result of the pool is refused with a code, whatever arrives, and never throws', () => {
    const number = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constantFrom(0, -1, 1.5, 65, 2 ** 53, Number.NaN));
    const order = fc.array(fc.array(number, { maxLength: 4 }), { maxLength: 6 });
    const leg = fc.oneof(
      fc.record({ kind: fc.constant('finish'), order, favourites: fc.array(number, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('outcome'), winners: fc.array(number, { maxLength: 3 }) }),
      fc.constant({ kind: 'void' }),
      fc.anything(),
    );
    const sides = { ok: 0, refused: 0 };
    for (const { pool } of betSamples) {
      const book = bookOf(pool, []);
      const legs = fc.array(leg, { minLength: pool.legs.length, maxLength: pool.legs.length });
      fc.assert(
        fc.property(legs, (some) => {
          const settled = projectSettlement(book, { meeting: pool.meeting, version: 1, legs: some });
          sides[settled.ok ? 'ok' : 'refused'] += 1;
        }),
        { numRuns: 60 },
      );
    }
    expect(sides.ok > 50 && sides.refused > 50, JSON.stringify(sides)).toBe(true);
  });

  it('of a pool that is asked for by file is refused as a value too: totals and calculations of any content', () => {
    const pool = poolOn(definition({ bet: { type: 'exacta' } }), [6]);
    const totals = new GuestTotals(pool, 'guest');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.anything(), (text, json) => {
        expect(totals.take(text).ok).toBe(false);
        expect(calculatePool(json, json).ok).toBe(false);
        expect(calculatePool(definitionJson({}), json).ok).toBe(false);
      }),
    );
    expect(expectOk(projectSettlement(bookOf(pool, [straight([1, 2], 100n)]), finished([[1], [2]]))).outcome).toBe('paid');
  });
});
