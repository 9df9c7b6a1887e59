import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { andorranClock, instantInAndorra } from '../form/instant-input.tsx';
import { dayInAndorra, formatMoment, timeLeft } from './format-time.ts';

describe('timeLeft', () => {
  test('never promises more time than there is, and less than one step short of it', () => {
    const stepMs = {
      seconds: 1_000,
      'minutes-seconds': 1_000,
      minutes: 60_000,
      'hours-minutes': 60_000,
      hours: 3_600_000,
      days: 86_400_000,
    };
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 400 * 86_400_000 }), (leftMs) => {
        const left = timeLeft(leftMs);
        if (left.unit === 'over') throw new Error('time was left');
        const of = { days: 0, hours: 0, minutes: 0, seconds: 0, ...left };
        const shown = of.days * 86_400_000 + of.hours * 3_600_000 + of.minutes * 60_000 + of.seconds * 1_000;
        expect(shown).toBeLessThanOrEqual(leftMs);
        expect(leftMs - shown).toBeLessThan(stepMs[left.unit]);
      }),
    );
  });

  test('is told to the second under ten minutes and to the minute above', () => {
    expect(timeLeft(9 * 60_000 + 40_500)).toEqual({ unit: 'minutes-seconds', minutes: 9, seconds: 40 });
    expect(timeLeft(3 * 3_600_000 + 18 * 60_000 + 59_000)).toEqual({ unit: 'hours-minutes', hours: 3, minutes: 18 });
    expect(timeLeft(0)).toEqual({ unit: 'over' });
  });
});

describe('moments', () => {
  test('are shown on Andorran clocks, summer and winter', () => {
    expect(formatMoment('2026-11-14T19:30:00Z', 'ca-AD', 'time')).toBe('20:30');
    expect(formatMoment('2026-07-14T18:30:00Z', 'ca-AD', 'time')).toBe('20:30');
  });

  test('are written in Catalan as timetables are, month by month', () => {
    expect(formatMoment('2026-11-14T19:30:00Z', 'ca-AD', 'day')).toBe('ds. 14 nov.');
    for (let month = 0; month < 12; month++) {
      expect(formatMoment(Date.UTC(2026, month, 14, 12), 'ca-AD', 'date')).toMatch(/^d[lmcjvsgt]\. 14 \p{L}+\.? 2026$/u);
    }
  });

  test('fall on the Andorran day, not on the day in UTC', () => {
    expect(dayInAndorra('2026-11-14T23:30:00Z')).toBe('2026-11-15');
  });

  test('typed on Andorran clocks come back to the same clock time on every day of the year', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }), (atMs) => {
        const instant = new Date(Math.floor(atMs / 1000) * 1000).toISOString();
        const clock = andorranClock(instant);
        // An hour that happens twice in October names two instants; either shows the same clock.
        expect(andorranClock(instantInAndorra(clock ?? '') ?? '')).toBe(clock);
      }),
    );
    expect(instantInAndorra('2026-11-14T20:00')).toBe('2026-11-14T19:00:00.000Z');
  });
});
