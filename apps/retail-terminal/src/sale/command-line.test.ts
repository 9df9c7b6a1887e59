import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand } from './command-line.ts';

const products = [
  { kind: 'draw', panels: [{ id: 'main', from: 45, choose: 6 }], mostLines: 10 },
  { kind: 'pool', runners: [1, 2, 3, 5, 8] },
  null,
] as const;
const read = (text: string) => readCommand(text, products);

describe('the sale line', () => {
  test('takes a quick pick in one digit, and several in two', () => {
    expect(read('1')).toEqual({ kind: 'quick', product: 1, count: 1 });
    expect(read('14')).toEqual({ kind: 'quick', product: 1, count: 4 });
    expect(read('110')).toEqual({ kind: 'quick', product: 1, count: 10 });
    expect(read('111')).toMatchObject({ kind: 'refused', why: 'too_many_lines' });
    expect(read('10')).toMatchObject({ kind: 'refused', why: 'unreadable' });
  });

  test('reads every possible line of numbers, in whatever order they are typed', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 10 }), fc.constantFrom(' ', ', ', '-', '.'), (lines, gap) => {
        expect(read(`1n ${lines.map((line) => line.join(gap)).join(' / ')}`)).toEqual({
          kind: 'lines',
          product: 1,
          lines: lines.map((line) => ({ main: [...line].sort((a, b) => a - b) })),
        });
      }),
    );
  });

  test('says what is missing or wrong before anything is sold', () => {
    expect(read('1n 4 9 23')).toEqual({ kind: 'unfinished', product: 1, missing: 3 });
    expect(read('1n 4 9 23 30 38 46')).toMatchObject({ why: 'out_of_range', facts: { number: 46, last: 45 } });
    expect(read('1n 4 9 23 30 38 38')).toMatchObject({ why: 'twice' });
    expect(read('1n 1 2 3 4 5 6 7')).toMatchObject({ why: 'too_many' });
    expect(read('3')).toMatchObject({ why: 'no_product' });
    expect(read('abc')).toMatchObject({ why: 'unreadable' });
    expect(read('  ')).toEqual({ kind: 'empty' });
  });

  test('takes bets on runners with their units, and only on those that run', () => {
    expect(read('2n 5*3 8')).toEqual({
      kind: 'bets',
      product: 2,
      bets: [
        { runner: 5, units: 3 },
        { runner: 8, units: 1 },
      ],
    });
    expect(read('2n 7')).toMatchObject({ why: 'not_running', facts: { runner: 7 } });
    expect(read('2')).toMatchObject({ why: 'no_quick_pick' });
  });

  test('knows a scanned ticket from anything that is typed', () => {
    expect(read('7KQ2-M0XD-9HFT-4W8B-63')).toEqual({ kind: 'serial', serial: '7KQ2M0XD9HFT4W8B63' });
    expect(read('7kq2m0xd9hft4w8b63')).toEqual({ kind: 'serial', serial: '7KQ2M0XD9HFT4W8B63' });
  });
});
