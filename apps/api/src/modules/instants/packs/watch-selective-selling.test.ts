import { describe, expect, it } from 'vitest';
import { chanceOfSoFew, chancesOfWinnersLeft } from './watch-selective-selling.ts';

describe('chances of winners among unsold tickets', () => {
  it('are hypergeometric: two of four left, one winner: one half each', () => {
    const [none = 0, one = 0, ...more] = chancesOfWinnersLeft({ size: 4, winners: 1, unsold: 2 });
    expect(more).toEqual([]);
    expect(none).toBeCloseTo(0.5, 12);
    expect(one).toBeCloseTo(0.5, 12);
  });

  it('add up to one for every pack of ten', () => {
    for (let winners = 0; winners <= 10; winners += 1)
      for (let unsold = 0; unsold <= 10; unsold += 1)
        expect(chancesOfWinnersLeft({ size: 10, winners, unsold }).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 10);
  });

  it('multiply over packs: none left of five times one half is one in 32', () => {
    const pack = { size: 4, winners: 1, unsold: 2, winnersLeft: 0 };
    expect(chanceOfSoFew([pack, pack, pack, pack, pack])).toBeCloseTo(1 / 32, 12);
    expect(chanceOfSoFew([{ ...pack, winnersLeft: 1 }])).toBeCloseTo(1, 12);
  });
});
