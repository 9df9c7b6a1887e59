import { cims645, type GameDefinition, gameTemplates, parseGameDefinition } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { drawOccurrences } from './draw-calendar.ts';

const cims = expectOk(parseGameDefinition(cims645));
const on = (draws: Partial<GameDefinition['draws']>, after: string, count = 1) =>
  drawOccurrences({ draws: { ...cims.draws, ...draws }, sales: cims.sales }, new Date(after), count).map(({ drawsAt }) =>
    drawsAt.toISOString(),
  );

describe('the draw calendar', () => {
  it('keeps local times over the autumn change: 21:00 is 19:00Z on 2026-10-24 and 20:00Z the day after it (incident R33)', () => {
    const weekend = [6, 7].map((weekday) => ({ weekday, time: '21:00' }));
    expect(on({ weekly: weekend }, '2026-10-24T00:00:00Z', 2)).toEqual(['2026-10-24T19:00:00.000Z', '2026-10-25T20:00:00.000Z']);
  });

  it('draws once on the night that skips 02:30 and once on the night that has it twice', () => {
    const sundays = [{ weekday: 7, time: '02:30' }];
    expect(on({ weekly: sundays }, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:30:00.000Z', '2026-04-05T00:30:00.000Z']);
    expect(on({ weekly: sundays }, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-11-01T01:30:00.000Z']);
  });

  it('leaves exceptions out, takes extra days in, and ends where the calendar ends', () => {
    const saturdays = { weekly: [{ weekday: 6, time: '21:00' }] };
    const extra = [{ day: '2026-12-22', time: '09:00' }];
    expect(on({ ...saturdays, except: ['2026-12-26'], extra, until: '2027-01-02' }, '2026-12-19T21:00:00Z', 5)).toEqual([
      '2026-12-22T08:00:00.000Z',
      '2027-01-02T20:00:00.000Z',
    ]);
  });

  it('opens with the first minute of a local day and closes as many minutes before the draw as the game says', () => {
    const [first] = drawOccurrences(cims, new Date('2026-11-12T00:00:00Z'), 1);
    expect(first).toEqual({
      drawsAt: new Date('2026-11-14T20:00:00Z'),
      closesAt: new Date('2026-11-14T19:30:00Z'),
      // 35 days earlier is before the clock change: midnight is 22:00Z.
      opensAt: new Date('2026-10-09T22:00:00Z'),
    });
  });

  it.each(gameTemplates.map((template) => [template.id, template] as const))(
    'gives every draw of %s at its local time, each after the one before',
    (_, template) => {
      const game = expectOk(parseGameDefinition(template));
      const from = game.draws.extra[0]?.day ?? '2026-01-01';
      const occurrences = drawOccurrences(game, new Date(`${from}T00:00:00Z`), 60);
      expect(occurrences.length).toBeGreaterThan(0);
      const times = new Set([...game.draws.weekly, ...game.draws.extra].map(({ time }) => time));
      for (const [i, { opensAt, closesAt, drawsAt }] of occurrences.entries()) {
        const local = Temporal.Instant.fromEpochMilliseconds(drawsAt.getTime())
          .toZonedDateTimeISO(game.draws.timeZone)
          .toPlainTime()
          .toString()
          .slice(0, 5);
        expect(times).toContain(local);
        expect(opensAt < closesAt && closesAt <= drawsAt).toBe(true);
        const before = occurrences[i - 1];
        if (before) expect(before.drawsAt < drawsAt).toBe(true);
      }
    },
  );
});
