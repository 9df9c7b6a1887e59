import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classTables } from './class-codes.ts';
import { bitMask, commonBits } from './packed-lines.ts';

it('two masks have one class exactly when all their counts are equal, and stray bits have none', () => {
  const drum = fc.record({
    all: fc.uint8Array({ minLength: 5, maxLength: 5 }),
    drawn: fc.uint8Array({ minLength: 5, maxLength: 5 }),
    bonus: fc.array(fc.nat(37), { maxLength: 5 }),
  });
  const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(drum, { minLength: 1, maxLength: 4 }), bytes, bytes, (wishes, a, b) => {
      const drums = wishes.map(({ all, drawn, bonus }) => ({ all, drawn, bonuses: [{ mask: bitMask(5, bonus) }] }));
      const { codeOf } = classTables(5, 38, drums);
      const counts = (mask: Uint8Array) =>
        drums.flatMap(({ all, drawn, bonuses }) =>
          [all, drawn, ...bonuses.map((bonus) => bonus.mask)].map((counted) => commonBits(mask, 0, counted)),
        );
      for (const mask of [a, b]) {
        expect(codeOf(mask, 0) === null).toBe((mask[4] ?? 0) >> 6 !== 0);
        mask[4] = (mask[4] ?? 0) & 63;
      }
      expect(codeOf(a, 0) === codeOf(b, 0)).toBe(counts(a).join() === counts(b).join());
    }),
  );
});
