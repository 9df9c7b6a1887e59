import { expect, test } from 'vitest';
import { tellBy } from './tell-by.ts';

const friday = new Date('2026-11-13T17:00:00Z');

test('a change nobody foresaw is told within five working days: on a Friday, by the end of the Friday after', () => {
  expect(tellBy('within-five-working-days', friday)?.toISOString()).toBe('2026-11-20T22:59:59.999Z');
  expect(tellBy('within-five-working-days', new Date('2026-11-14T09:00:00Z'))?.toISOString()).toBe('2026-11-20T22:59:59.999Z');
  expect(tellBy('within-five-working-days', new Date('2026-11-09T09:00:00Z'))?.toISOString()).toBe('2026-11-16T22:59:59.999Z');
});

test('leaving is told within five days, a foreseen change before it happens, also over the change of the clocks', () => {
  expect(tellBy('within-five-days', friday)?.toISOString()).toBe('2026-11-18T22:59:59.999Z');
  expect(tellBy('within-five-days', new Date('2026-10-22T09:00:00Z'))?.toISOString()).toBe('2026-10-27T22:59:59.999Z');
  expect(tellBy('before', friday)).toEqual(friday);
  expect(tellBy('nothing', friday)).toBeNull();
});
