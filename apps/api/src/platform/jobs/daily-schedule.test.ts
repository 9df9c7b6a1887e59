import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesDue, dueAt } from './daily-schedule.ts';
import { planner } from './planner.ts';

const at = (text: string) => Temporal.PlainTime.from(text);
const date = (text: string) => Temporal.PlainDate.from(text);

describe('a daily run (R33)', () => {
  it.each([
    ['2026-03-28', '02:30', '2026-03-28T01:30:00Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-24', '21:00', '2026-10-24T19:00:00Z'],
    ['2026-10-25', '21:00', '2026-10-25T20:00:00Z'],
    ['2026-03-29', '00:00', '2026-03-28T23:00:00Z'],
    ['2026-03-30', '00:00', '2026-03-29T22:00:00Z'],
  ])('of %s at %s is due at %s', (day, time, instant) => {
    expect(dueAt(date(day), at(time)).toString()).toBe(instant);
  });

  it('has one moment per date, later for a later date, whatever the hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 1439 }), (days, minutes) => {
        const day = date('2025-01-01').add({ days });
        const time = at('00:00').add({ minutes });
        const gapHours = dueAt(day.add({ days: 1 }), time)
          .since(dueAt(day, time))
          .total('hours');
        expect(gapHours).toBeGreaterThanOrEqual(23);
        expect(gapHours).toBeLessThanOrEqual(25);
      }),
    );
  });

  it('is due from its moment on, and for as many dates back as are asked for', () => {
    const due = (now: string) => datesDue(Temporal.Instant.from(now), at('02:30'), 3).map(String);
    expect(due('2026-10-25T00:29:59Z')).toEqual(['2026-10-23', '2026-10-24']);
    expect(due('2026-10-25T00:30:00Z')).toEqual(['2026-10-23', '2026-10-24', '2026-10-25']);
    expect(due('2026-10-25T01:30:00Z')).toEqual(['2026-10-23', '2026-10-24', '2026-10-25']);
  });
});

describe('the planner', () => {
  const setUp = () => {
    const sent: string[] = [];
    const done = new Set<string>();
    let clock = Temporal.Instant.from('2026-06-01T12:00:00Z');
    const { look } = planner({
      daily: [
        {
          name: 'close-day',
          at: at('02:30'),
          message: (day) => ({ topic: 'close-day', key: day.toString(), payload: {} }),
          isDone: async (day) => done.has(day.toString()) || Temporal.PlainDate.compare(day, '2026-05-30') < 0,
        },
      ],
      steady: [{ name: 'sweep', everyMs: 5_000, message: () => ({ topic: 'sweep', key: 'sweep', payload: {} }) }],
      enqueue: async ({ topic, key }) => {
        sent.push(topic === 'sweep' ? topic : key);
        return 'queued';
      },
      now: () => clock,
      onFault: () => {},
    });
    const lookAfter = async (seconds: number) => {
      clock = clock.add({ seconds });
      sent.length = 0;
      await look();
      return [...sent];
    };
    return { lookAfter, done };
  };

  it('catches up on dates missed while nothing ran, oldest first', async () => {
    expect(await setUp().lookAfter(0)).toEqual(['sweep', '2026-05-30', '2026-05-31', '2026-06-01']);
  });

  it('sends a date that is not done again after a minute, and never once the database has it', async () => {
    const { lookAfter, done } = setUp();
    await lookAfter(0);
    expect(await lookAfter(1)).toEqual([]);
    done.add('2026-05-30').add('2026-06-01');
    expect(await lookAfter(59)).toEqual(['sweep', '2026-05-31']);
    done.add('2026-05-31');
    expect(await lookAfter(3_600)).toEqual(['sweep']);
  });

  it('looks steadily at its own interval', async () => {
    const { lookAfter } = setUp();
    await lookAfter(0);
    expect(await lookAfter(4)).toEqual([]);
    expect(await lookAfter(1)).toEqual(['sweep']);
  });
});
