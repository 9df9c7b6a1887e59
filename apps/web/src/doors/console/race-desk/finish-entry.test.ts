import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFinish } from './finish-entry.ts';

test('a typed finish reads back, dead heats included, whatever separates the places', () => {
  expect(readFinish('3 5=8 1', [1, 2, 3, 5, 8])).toEqual({ ok: true, finish: [[3], [5, 8], [1]] });
  expect(readFinish(' 3, 5 = 8;1 ', [1, 2, 3, 5, 8])).toEqual({ ok: true, finish: [[3], [5, 8], [1]] });
  fc.assert(
    fc.property(
      fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      (order, heats) => {
        const finish: number[][] = [];
        order.forEach((runner, index) => {
          const last = finish.at(-1);
          if (heats[index] && last) last.push(runner);
          else finish.push([runner]);
        });
        expect(readFinish(finish.map((place) => place.join('=')).join(' '), [1, 2, 3, 4, 5, 6, 7, 8])).toEqual({ ok: true, finish });
      },
    ),
  );
});

test('runners that do not run or stand twice are refused by number', () => {
  expect(readFinish('3 9', [1, 3])).toEqual({ ok: false, why: 'not_running', runner: 9 });
  expect(readFinish('3 1=3', [1, 3])).toEqual({ ok: false, why: 'twice', runner: 3 });
  expect(readFinish('3 x', [1, 3])).toEqual({ ok: false, why: 'unreadable' });
  expect(readFinish('  ', [1, 3])).toEqual({ ok: false, why: 'empty' });
});
