import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.tsx';

test('the clock is wrong by at most half of the best round trip, however far off the device is', () => {
  const trips = fc.array(fc.record({ out: fc.integer({ min: 0, max: 2_000 }), back: fc.integer({ min: 0, max: 2_000 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(trips, fc.integer({ min: -86_400_000, max: 86_400_000 }), (sample, trueOffsetMs) => {
      const clock = new ServerClock();
      for (const { out, back } of sample) {
        const sent = 1_000_000;
        clock.observe(sent + out + trueOffsetMs, sent, sent + out + back);
      }
      const best = Math.min(...sample.map(({ out, back }) => out + back));
      expect(Math.abs(clock.offsetMs() - trueOffsetMs)).toBeLessThanOrEqual(best / 2);
    }),
  );
});

test('an answer without a time, or one that arrived before it was sent, changes nothing', () => {
  const clock = new ServerClock();
  clock.observe(Number.NaN, 0, 10);
  clock.observe(5_000, 10, 0);
  expect(clock.offsetMs()).toBe(0);
});
