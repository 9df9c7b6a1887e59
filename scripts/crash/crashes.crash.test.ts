import { beforeAll, describe, expect, it } from 'vitest';
import { STEPS } from './killed-draw.ts';
import { type Played, playCrashes } from './play-crashes.ts';

const SEED = 148;
const STORM = { kills: 14, draws: 1 };

let played: Played;

beforeAll(async () => {
  played = await playCrashes({ rounds: 1, storm: STORM, seed: SEED, say: (words) => console.log(`  ${words}`) });
}, 600_000);

describe('a platform whose API, worker, control system, databases and Redis are killed', () => {
  it('is hit at every step of a draw, and at random moments of others', () => {
    expect(played.rounds.flatMap(({ kills }) => kills.map(({ moment }) => moment)).sort()).toEqual([...STEPS].sort());
    expect(played.storm.kills).toHaveLength(STORM.kills);
  });

  it('comes to rest by itself: an emptied queue has lost no work', () => {
    expect(played.findings.rest).toEqual([]);
  });

  it('has every acknowledged ticket once, and no ticket that nobody was told of', () => {
    expect(played.findings.purchases).toEqual([]);
  });

  it('cancelled no ticket twice, and gave the money of each cancelled one back once', () => {
    expect(played.findings.cancellations).toEqual([]);
  });

  it('has a sound ledger that equals the tickets, each prize paid once, and each shop ticket paid once at two terminals and a desk', () => {
    expect(played.findings.money).toEqual([]);
  });

  it('brought every contest to its end without a hand, each step taken once, and locked none', () => {
    expect(played.findings.procedure).toEqual([]);
  });

  it('has a control system that signed each seal, holds the same records, agrees on the winners and found nothing', () => {
    expect(played.findings.control).toEqual([]);
  });

  it('has bundles that the verifier accepts', () => {
    expect(played.findings.bundle).toEqual([]);
  });
});
