import { compareRational, multiplyRational, rational, ratioOne, sumRational, toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameDefinition, type PreassignedPart } from '../definition/game-definition.ts';
import { preassignedWins } from '../match/number-matcher.ts';
import { binomial } from '../randomness/combinations.ts';
import { catalanTrio } from '../templates/catalan-games.ts';
import { cims645 } from '../templates/cims-645.ts';
import { euromillions2020 } from '../templates/euromillions.ts';
import { formerTemplates, gameTemplates } from '../templates/game-templates.ts';
import { keno } from '../templates/keno.ts';
import { korean645 } from '../templates/korean-645.ts';
import { laPrimitiva } from '../templates/la-primitiva.ts';
import { loteriaNacionalChristmas } from '../templates/loteria-nacional.ts';
import { game } from '../testing/sample-games.ts';
import { seededBelow } from '../testing/seeded-below.ts';
import { encodeLines } from '../ticket/packed-lines.ts';
import { playOf } from '../ticket/parse-ticket.ts';
import { quickPick } from '../ticket/quick-pick.ts';
import { betClasses } from './bet-classes.ts';
import { chanceAbove, fundShortfallChance } from './fund-shortfall.ts';
import { gameOdds } from './game-odds.ts';
import { jackpotOutlook, missChance } from './jackpot-outlook.ts';
import { maximumLiability } from './maximum-liability.ts';
import { simulateDraws, withinDeviations } from './monte-carlo.ts';
import { expectedProduct, expectedTimes, preassignedHit } from './preassigned-odds.ts';
import { tierOdds } from './tier-odds.ts';

const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`${list.length} entries`);
  return first;
};

describe('odds', () => {
  it('of EuroMillions are 1 in 139,838,160 for the jackpot and 1 in 13 for anything', () => {
    const { odds, hit } = only(tierOdds(game('matrix', euromillions2020)));
    expect(odds[0]?.probability).toEqual(rational(1n, 139_838_160n));
    expect(toDecimal({ n: hit.d, d: hit.n }, 0)).toBe('13');
  });

  it('of 6/45 are the published 1 in 8,145,060, 1,357,510, 35,724, 733 and 45', () => {
    const { odds } = only(tierOdds(game('matrix', korean645)));
    expect(odds.map(({ probability: { n, d } }) => toDecimal({ n: d, d: n }, 0))).toEqual(['8145060', '1357510', '35724', '733', '45']);
  });

  it('of a line of 6/45 fall into thirteen classes, five and the bonus in 234 of 317,657,340 draws', () => {
    const { draws, rounds } = only(betClasses(game('matrix', korean645)));
    const classes = only(rounds);
    expect([draws, classes.length]).toEqual([317_657_340n, 13]);
    expect(classes.filter(({ wins }) => wins.includes(1)).map(({ ways }) => ways)).toEqual([234n]);
    expect(classes.filter(({ wins }) => wins.includes(2)).map(({ ways }) => ways)).toEqual([8892n]);
  });

  it.each([...gameTemplates, ...formerTemplates])('of $id add up to one over all classes of a bet', (json) => {
    const part = gameDefinition.parse(json);
    if (part.family === 'preassigned' || part.family === 'raffle')
      return expect(compareRational(only(tierOdds(part)).hit, ratioOne)).toBe(-1);
    for (const { draws, rounds } of betClasses(part)) {
      for (const classes of rounds) expect(classes.reduce((total, { ways }) => total + ways, 0n)).toBe(draws);
    }
  });
});

describe('returns', () => {
  it('of Keno are 48.77 % of stakes (games.md)', () => {
    expect(toDecimal(multiplyRational(only(gameOdds(game('keno', keno))).returned, rational(100n)), 2)).toBe('48.77');
  });

  it('of the Christmas draw are exactly 70 %', () => {
    expect(only(gameOdds(game('preassigned', loteriaNacionalChristmas))).returned).toEqual(rational(7n, 10n));
  });

  it('of a game that pays its whole fund are the fund: 50 % for 6/45', () => {
    expect(only(gameOdds(game('matrix', korean645))).returned).toEqual(rational(1n, 2n));
  });

  it('of La Primitiva are 55 %: refunds bring back 10 %, the rest shares what three hits leave', () => {
    const { returned, tiers } = only(gameOdds(game('matrix', laPrimitiva)));
    expect(returned).toEqual(rational(11n, 20n));
    expect(tiers.find(({ tier }) => tier === 'refund')?.returned).toEqual(rational(1n, 10n));
  });
});

describe('variance', { timeout: 60_000 }, () => {
  it('of Trio in order is p(1 − p) × 500²', () => {
    const exact = gameOdds(game('digits', catalanTrio)).find(({ bet }) => bet === 'exact');
    expect(exact?.variance).toEqual(rational(999n * 50_000n * 50_000n, 1_000_000n));
  });

  it('counts prizes that come together: a small pre-assigned game agrees with every draw enumerated', () => {
    const christmas = game('preassigned', loteriaNacionalChristmas);
    const small: PreassignedPart = {
      ...christmas,
      digits: 2,
      numbers: 100,
      seriesCount: 1,
      fractionCount: 1,
      extractions: [{ id: 'first', count: 2, digits: 2, fraction: false }],
      wins: [
        { tier: 'first', extraction: 'first', exceptDrawn: true, match: { kind: 'number' } },
        { tier: 'first-neighbour', extraction: 'first', exceptDrawn: true, match: { kind: 'neighbour' } },
        { tier: 'hundred', extraction: 'first', exceptDrawn: true, match: { kind: 'block', freeDigits: 1 } },
        { tier: 'refund', extraction: 'first', exceptDrawn: true, match: { kind: 'ending', digits: 1 } },
      ],
    };
    const sums = small.wins.map(() => small.wins.map(() => 0n));
    const times = small.wins.map(() => 0n);
    let hits = 0n;
    let cases = 0n;
    for (let a = 0; a < 100; a += 1) {
      for (let b = 0; b < 100; b += 1) {
        if (a === b) continue;
        const winsOf = preassignedWins(small, {
          family: 'preassigned',
          extractions: [[a, b].map((number) => ({ number, series: 0, fraction: 0 }))],
        });
        for (let number = 0; number < 100; number += 1) {
          const won = winsOf(number, 1, 1).map(BigInt);
          cases += 1n;
          if (won.some((count) => count > 0n)) hits += 1n;
          won.forEach((x, i) => {
            times[i] = (times[i] ?? 0n) + x;
            won.forEach((y, j) => {
              const row = sums[i];
              if (row) row[j] = (row[j] ?? 0n) + x * y;
            });
          });
        }
      }
    }
    expect(small.wins.map((win) => expectedTimes(small, win))).toEqual(times.map((sum) => rational(sum, cases)));
    expect(small.wins.map((x) => small.wins.map((y) => expectedProduct(small, x, y)))).toEqual(
      sums.map((row) => row.map((sum) => rational(sum, cases))),
    );
    expect(preassignedHit(small)).toEqual(rational(hits, cases));
  });

  it('counts several extractions, short ones among them: hits agree with every draw enumerated', () => {
    const christmas = game('preassigned', loteriaNacionalChristmas);
    const small: PreassignedPart = {
      ...christmas,
      digits: 2,
      numbers: 100,
      seriesCount: 1,
      fractionCount: 1,
      extractions: [
        { id: 'first', count: 1, digits: 2, fraction: false },
        { id: 'refunds', count: 2, digits: 1, fraction: false },
      ],
      wins: [
        { tier: 'first', extraction: 'first', exceptDrawn: true, match: { kind: 'number' } },
        { tier: 'first-neighbour', extraction: 'first', exceptDrawn: true, match: { kind: 'neighbour' } },
        { tier: 'hundred', extraction: 'first', exceptDrawn: false, match: { kind: 'block', freeDigits: 1 } },
        { tier: 'refund', extraction: 'refunds', exceptDrawn: true, match: { kind: 'ending', digits: 1 } },
      ],
    };
    const plain = (number: number) => ({ number, series: 0, fraction: 0 });
    let hits = 0n;
    let cases = 0n;
    const product = [0n, 0n];
    for (let first = 0; first < 100; first += 1) {
      for (let a = 0; a < 10; a += 1) {
        for (let b = 0; b < 10; b += 1) {
          if (a === b) continue;
          const winsOf = preassignedWins(small, { family: 'preassigned', extractions: [[plain(first)], [plain(a), plain(b)]] });
          for (let number = 0; number < 100; number += 1) {
            const [, neighbour = 0, block = 0, refund = 0] = winsOf(number, 1, 1);
            cases += 1n;
            if (winsOf(number, 1, 1).some((count) => count > 0)) hits += 1n;
            product[0] = (product[0] ?? 0n) + BigInt(neighbour * block);
            product[1] = (product[1] ?? 0n) + BigInt(block * refund);
          }
        }
      }
    }
    const [, neighbour, block, refund] = small.wins;
    if (!neighbour || !block || !refund) throw new Error('wins are missing');
    expect(preassignedHit(small)).toEqual(rational(hits, cases));
    expect(expectedProduct(small, neighbour, block)).toEqual(rational(product[0] ?? 0n, cases));
    expect(expectedProduct(small, block, refund)).toEqual(rational(product[1] ?? 0n, cases));
  });
});

describe('risk', { timeout: 60_000 }, () => {
  it('maximum liability of Keno fills the cap of ten hits and then pays nine: 1,000 units owe 5,475,000.00 at most', () => {
    expect(maximumLiability(game('keno', keno), 1000n)).toBe(5_475_000_00n);
  });

  it('the chance that fixed prizes exceed the fund equals the exact binomial sum for one prize, to 30 decimals', () => {
    // 20 units, chance 1/4 of 3.00 each: more than 18.00 is more than six wins.
    let ways = 0n;
    for (let wins = 7; wins <= 20; wins += 1) ways += binomial(20, wins) * 3n ** BigInt(20 - wins);
    const chance = chanceAbove(
      new Map([
        [0n, 3n],
        [300n, 1n],
      ]),
      20n,
      1800n,
    );
    expect(toDecimal(chance?.chance ?? ratioOne, 30)).toBe(toDecimal(rational(ways, 4n ** 20n), 30));
    expect(toDecimal(rational(ways, 4n ** 20n), 4)).toBe('0.2142');
  });

  it('the chance equals full convolution for several prizes, to 30 decimals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 0, max: 120 }),
        (prizes, units, limit) => {
          const weights = new Map<bigint, bigint>([[0n, 50n]]);
          for (const [amount, weight] of prizes)
            weights.set(BigInt(amount * 100), (weights.get(BigInt(amount * 100)) ?? 0n) + BigInt(weight));
          let sums = new Map<bigint, bigint>([[0n, 1n]]);
          for (let unit = 0; unit < units; unit += 1) {
            const next = new Map<bigint, bigint>();
            for (const [before, ways] of sums)
              for (const [paid, weight] of weights) next.set(before + paid, (next.get(before + paid) ?? 0n) + ways * weight);
            sums = next;
          }
          const all = [...sums.values()].reduce((total, ways) => total + ways, 0n);
          const above = [...sums].reduce((total, [paid, ways]) => (paid > BigInt(limit * 100) ? total + ways : total), 0n);
          expect(toDecimal(chanceAbove(weights, BigInt(units), BigInt(limit * 100))?.chance ?? ratioOne, 30)).toBe(
            toDecimal(rational(above, all), 30),
          );
        },
      ),
    );
  });

  it('agrees with itself in double precision where the lattice is too long for more', () => {
    const big = 10n ** 15n;
    const weights = new Map([
      [0n, 97n * big],
      [1n, 2n * big],
      [1000n, big],
    ]);
    const exact = chanceAbove(weights, 100_000n, 1_050_000n);
    // One more prize that nobody ever wins makes the work too long for the exact recursion.
    const double = chanceAbove(new Map([...weights, [2n, 1n]]), 100_000n, 1_050_000n);
    expect([exact?.decimals, double?.decimals]).toEqual([30, 6]);
    expect(toDecimal(double?.chance ?? ratioOne, 6)).toBe(toDecimal(exact?.chance ?? ratioOne, 6));
    expect(chanceAbove(weights, 10n ** 15n, 10n ** 14n)).toBeUndefined();
  });

  it('large sales make a shortfall of the demo game as good as impossible and small sales of Keno likely enough to matter', () => {
    const large = fundShortfallChance(game('matrix', cims645), 1_000_000n);
    expect(toDecimal(large?.chance ?? ratioOne, 30)).toBe('0.000000000000000000000000000000');
    const small = Number(toDecimal(fundShortfallChance(game('keno', keno), 1000n)?.chance ?? ratioOne, 9));
    expect(small).toBeGreaterThan(0.01);
    expect(small).toBeLessThan(0.5);
  });

  it('a jackpot grows by its share each draw and survives with (1 − p)ⁿ', () => {
    const outlook = jackpotOutlook(game('matrix', korean645), 1_000_000n, 2);
    const [first, second] = outlook;
    expect((second?.jackpotCents ?? 0n) - 2n * (first?.jackpotCents ?? 0n)).toBeLessThanOrEqual(1n);
    expect(first?.jackpotCents).toBe(239_674_109n);
    expect(toDecimal(first?.unwon ?? ratioOne, 6)).toBe('0.884464');
    expect(missChance(rational(1n, 4n), 2n)).toEqual(rational(9n, 16n));
  });
});

describe('Monte Carlo', { timeout: 60_000 }, () => {
  it.each(gameTemplates.filter(({ family }) => family !== 'preassigned'))(
    'agrees with the exact odds of $id within four deviations',
    (json) => {
      const part = expectOk({ ok: true, value: gameDefinition.parse(json) });
      const below = seededBelow(20_261_130);
      const draws = 4000;
      const entry = quickPick(part, below);
      const packed = encodeLines(
        part,
        playOf(part, part.units[0] ?? 1, part.family === 'matrix' ? part.drawnDigits.map(() => 0) : [], [entry]),
      );
      const seen = simulateDraws(part, packed, draws, below);
      const [first] = tierOdds(part);
      part.prizes.tiers.forEach(({ id }, index) => {
        const chance = sumRational((first?.odds ?? []).flatMap(({ tier, probability }) => (tier === id ? [probability] : [])));
        expect(withinDeviations(BigInt(seen[index] ?? 0), BigInt(draws), chance, 4n), `${id}: ${seen[index]}`).toBe(true);
      });
    },
  );
});
