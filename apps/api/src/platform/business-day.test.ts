import { describe, expect, it } from 'vitest';
import { businessDayOf, endOfDayAfter } from './business-day.ts';

const hours = (day: { start: Date; end: Date }) => (day.end.getTime() - day.start.getTime()) / 3_600_000;

describe('the business day of Europe/Andorra', () => {
  it('lasts 23 hours on 2026-03-29 and 25 on 2026-10-25 (incident R33)', () => {
    const spring = businessDayOf(new Date('2026-03-29T12:00:00Z'));
    expect([spring.start.toISOString(), spring.end.toISOString(), hours(spring)]).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      23,
    ]);
    const autumn = businessDayOf(new Date('2026-10-25T12:00:00Z'));
    expect([autumn.start.toISOString(), autumn.end.toISOString(), hours(autumn)]).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      25,
    ]);
  });

  it('puts the last millisecond of June in June and midnight in July (incident R42)', () => {
    expect(businessDayOf(new Date('2026-06-30T21:59:59.999Z')).date).toBe('2026-06-30');
    expect(businessDayOf(new Date('2026-06-30T22:00:00.000Z')).date).toBe('2026-07-01');
  });

  it('ends a 180-day claim period with the local day, across the October change (incident R20)', () => {
    expect(endOfDayAfter(new Date('2026-05-01T18:30:00Z'), 180).toISOString()).toBe('2026-10-28T22:59:59.999Z');
  });
});
