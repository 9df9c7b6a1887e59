import { beforeAll, describe, expect, it } from 'vitest';
import { STEPS } from './killed-draw.ts';
import { type Played, playRounds } from './play-rounds.ts';

let played: Played;

beforeAll(async () => {
  played = await playRounds(1, (words) => console.log(`  ${words}`));
});

describe('a draw on a platform that is killed at every step', () => {
  it('is killed at each of them: API, worker and database in turn', () => {
    expect(played.draws.flatMap(({ kills }) => kills.map(({ step }) => step)).sort()).toEqual([...STEPS].sort());
  });

  it('sells through it: every purchase has its outcome, and none another than sold, closed or resolved', () => {
    const codes = new Set(played.draws.flatMap(({ sellers }) => sellers.purchases.map(({ code }) => code)));
    expect(codes).toContain('sold');
    expect([...codes].filter((code) => !['sold', 'contest_closed', 'resolved-sold', 'resolved-not-sold'].includes(code))).toEqual([]);
  });

  it('has every acknowledged ticket once, and no ticket that nobody was told of', () => {
    expect(played.findings.purchases).toEqual([]);
  });

  it('has a sound ledger that equals the tickets, each prize paid once, and a shop ticket paid once at two terminals', () => {
    expect(played.findings.money).toEqual([]);
  });

  it('came to its end without a hand, each step taken once, and the control system agrees', () => {
    expect(played.findings.procedure).toEqual([]);
  });

  it('has a bundle that the verifier accepts', () => {
    expect(played.findings.bundle).toEqual([]);
  });
});
