import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, type PlayerFacts, standingOf, type Transition } from './player-state.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-06-01T10:00:00Z');
const later = (days: number, from = NOW) => new Date(from.getTime() + days * DAY);
const NOBODY: PlayerFacts = {
  verifiedAt: null,
  suspendedAt: null,
  pausedUntil: null,
  excludedAt: null,
  excludedUntil: null,
  barredAt: null,
  closedAt: null,
};
const stepped = (facts: PlayerFacts, now: Date, ...steps: Transition[]): PlayerFacts =>
  steps.reduce((sofar, step) => expectOk(change(sofar, step, now)), facts);
const stateOf = (facts: PlayerFacts, now = NOW) => standingOf(facts, now).state;
const codeOf = (facts: PlayerFacts, step: Transition, now = NOW) => {
  const changed = change(facts, step, now);
  return changed.ok ? 'ok' : changed.code;
};

describe('the standing of a player', () => {
  it('is provisional until the identity is proven', () => {
    expect(stateOf(NOBODY)).toBe('provisional');
    expect(stateOf(stepped(NOBODY, NOW, { kind: 'verify' }))).toBe('verified');
  });

  it('is the strongest of what holds, and what lay beneath comes back', () => {
    const excluded = stepped(NOBODY, NOW, { kind: 'verify' }, { kind: 'suspend' }, { kind: 'exclude', years: 1 });
    expect(stateOf(excluded)).toBe('self-excluded');
    const barred = stepped(excluded, later(1), { kind: 'bar' });
    expect(stateOf(barred)).toBe('barred');
    expect(stateOf(stepped(barred, later(2), { kind: 'lift-bar' }))).toBe('self-excluded');
    const back = stepped(barred, later(400), { kind: 'lift-bar' }, { kind: 'return' });
    expect(stateOf(back, later(400))).toBe('suspended');
    expect(stateOf(stepped(back, later(400), { kind: 'reinstate' }), later(400))).toBe('verified');
  });

  it('is paused to the millisecond, and then what it was', () => {
    const paused = stepped(NOBODY, NOW, { kind: 'pause', hours: 24 });
    expect(stateOf(paused, new Date(later(1).getTime() - 1))).toBe('paused');
    expect(stateOf(paused, later(1))).toBe('provisional');
  });

  it('is closed for good', () => {
    const closed = stepped(NOBODY, NOW, { kind: 'close' });
    for (const kind of ['verify', 'suspend', 'reinstate', 'return', 'bar', 'lift-bar'] as const)
      expect(codeOf(closed, { kind })).toBe('player_not_in_state');
  });
});

describe('protection of a player', () => {
  it('takes pauses of 24 hours to six weeks', () => {
    for (const [hours, code] of [
      [23.9, 'pause_length'],
      [24, 'ok'],
      [1008, 'ok'],
      [1008.1, 'pause_length'],
    ] as const)
      expect(codeOf(NOBODY, { kind: 'pause', hours }), String(hours)).toBe(code);
  });

  it('takes exclusions of a year at least, by the calendar of Andorra, or for good', () => {
    expect(codeOf(NOBODY, { kind: 'exclude', years: 0 })).toBe('exclusion_length');
    expect(codeOf(NOBODY, { kind: 'exclude', years: 51 })).toBe('exclusion_length');
    expect(stepped(NOBODY, NOW, { kind: 'exclude', years: 1 }).excludedUntil).toEqual(new Date('2027-06-01T10:00:00Z'));
    const leapDay = new Date('2028-02-29T10:00:00Z');
    expect(stepped(NOBODY, leapDay, { kind: 'exclude', years: 1 }).excludedUntil).toEqual(new Date('2029-02-28T10:00:00Z'));
    expect(codeOf(NOBODY, { kind: 'exclude', years: null })).toBe('ok');
  });

  it('of an exclusion for good can be asked away after a year, not by itself', () => {
    const forGood = stepped(NOBODY, NOW, { kind: 'exclude', years: null });
    expect(codeOf(forGood, { kind: 'return' }, later(364))).toBe('exclusion_runs');
    expect(stateOf(forGood, later(4000))).toBe('self-excluded');
    expect(codeOf(forGood, { kind: 'return' }, later(366))).toBe('ok');
  });

  it('is never shortened, whatever is asked in whatever order', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pause' as const), hours: fc.integer({ min: 0, max: 1100 }) }),
      fc.record({ kind: fc.constant('exclude' as const), years: fc.option(fc.integer({ min: 0, max: 52 })) }),
      fc.record({
        kind: fc.constantFrom(
          'verify' as const,
          'suspend' as const,
          'reinstate' as const,
          'return' as const,
          'bar' as const,
          'lift-bar' as const,
        ),
      }),
    );
    const end = (facts: PlayerFacts) => (facts.excludedAt ? (facts.excludedUntil?.getTime() ?? Number.POSITIVE_INFINITY) : 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), step), { maxLength: 30 }), (steps) => {
        let facts = NOBODY;
        let now = NOW;
        for (const [days, asked] of steps) {
          now = later(days, now);
          const changed = change(facts, asked, now);
          if (!changed.ok) continue;
          if (facts.pausedUntil && facts.pausedUntil > now)
            expect(changed.value.pausedUntil?.getTime()).toBeGreaterThanOrEqual(facts.pausedUntil.getTime());
          if (facts.excludedAt && (facts.excludedUntil ?? later(364, facts.excludedAt)) > now)
            expect(end(changed.value)).toBeGreaterThanOrEqual(end(facts));
          if (facts.verifiedAt) expect(changed.value.verifiedAt).toEqual(facts.verifiedAt);
          facts = changed.value;
        }
      }),
    );
  });
});
