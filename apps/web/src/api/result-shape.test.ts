import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawResultOf, finishOf, finishResult } from './result-shape.ts';

test('a finish that was handed in reads back, dead heats included', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(64), { minLength: 1 })), (finish) => {
      expect(finishOf(finishResult(finish))).toEqual(finish);
    }),
  );
});

test('a draw result keeps panels and bonuses apart', () => {
  expect(drawResultOf({ panels: { main: [3, 12] }, bonuses: { bonus: [7] } })).toEqual({
    panels: { main: [3, 12] },
    bonuses: { bonus: [7] },
  });
});

test('what is neither is shown as neither, and never breaks a page', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const draw = drawResultOf(value);
      if (draw) expect(Object.values(draw.panels).flat().every(Number.isFinite)).toBe(true);
      finishOf(value);
    }),
  );
  expect(finishOf({ legs: [{ kind: 'void' }] })).toBeNull();
});
