import { describe, expect, it } from 'vitest';
import { claimPeriodEnd, easterSunday, isClosedDay } from './claim-period.ts';

const end = (drawsAt: string, claimDays: number, closedDaysExtend: boolean) =>
  claimPeriodEnd(new Date(drawsAt), { claimDays, closedDaysExtend }).toISOString();

describe('the end of a claim period', () => {
  it('finds Easter where the almanacs have it', () => {
    const published = [
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2028-04-16',
      '2029-04-01',
      '2030-04-21',
      '2038-04-25',
      '2049-04-18',
    ];
    for (const date of published) expect(easterSunday(Number(date.slice(0, 4))).toString()).toBe(date);
  });

  it('knows the public holidays of Andorra in 2026', () => {
    const holidays = [
      '2026-01-01',
      '2026-01-06',
      '2026-02-16',
      '2026-03-14',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-25',
      '2026-08-15',
      '2026-09-08',
      '2026-11-01',
      '2026-12-08',
      '2026-12-25',
      '2026-12-26',
    ];
    const closed: string[] = [];
    for (let date = Temporal.PlainDate.from('2026-01-01'); date.year === 2026; date = date.add({ days: 1 }))
      if (isClosedDay(date) && (date.dayOfWeek !== 7 || date.toString() === '2026-11-01')) closed.push(date.toString());
    expect(closed).toEqual(holidays);
  });

  it('is the end of the local day across the change of the clocks: 180 days after 2026-05-01 (R20)', () => {
    expect(end('2026-05-01T19:00:00Z', 180, false)).toBe('2026-10-28T22:59:59.999Z');
    expect(end('2026-05-01T19:00:00Z', 180, true)).toBe('2026-10-28T22:59:59.999Z');
  });

  it('moves past closed days where the rules extend it, and only there', () => {
    // 2026-09-26 and 90 days: Christmas, a Friday; Saturday is St Stephen's, then a Sunday: Monday the 28th.
    expect(end('2026-09-26T19:00:00Z', 90, false)).toBe('2026-12-25T22:59:59.999Z');
    expect(end('2026-09-26T19:00:00Z', 90, true)).toBe('2026-12-28T22:59:59.999Z');
    expect(end('2026-12-26T20:00:00Z', 90, true)).toBe('2027-03-27T22:59:59.999Z');
    for (let i = 0; i < 400; i += 1) {
      const drawsAt = new Date(Date.UTC(2026, 0, 1 + i, 20)).toISOString();
      const moved = new Date(end(drawsAt, 90, true)).getTime();
      expect(moved).toBeGreaterThanOrEqual(new Date(end(drawsAt, 90, false)).getTime());
      expect(isClosedDay(Temporal.Instant.fromEpochMilliseconds(moved).toZonedDateTimeISO('Europe/Andorra').toPlainDate())).toBe(false);
    }
  });
});
