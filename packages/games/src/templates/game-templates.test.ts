/** Published figures of the games that the templates describe, and the worked examples of their headers. */
import { type Cents, cents, rational, sumRational } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { shareAt } from '@valira/prizes';
import { describe, expect, it } from 'vitest';
import { tierOdds } from '../odds/tier-odds.ts';
import { occasionsOf, settleDraw } from '../settle/settle-draw.ts';
import { game } from '../testing/sample-games.ts';
import { seededBelow } from '../testing/seeded-below.ts';
import { cims645 } from './cims-645.ts';
import { euromillions2016, euromillions2020 } from './euromillions.ts';
import { formerTemplates, gameTemplates } from './game-templates.ts';
import { keno } from './keno.ts';
import { laPrimitiva } from './la-primitiva.ts';
import { powerballStyle } from './powerball-style.ts';
import { ukLotto2018, ukLotto2020 } from './uk-lotto.ts';

const prizesOf = (settlement: { readonly tiers: readonly { readonly id: string; readonly prizeCents: bigint }[] }) =>
  Object.fromEntries(settlement.tiers.map(({ id, prizeCents }) => [id, prizeCents]));

describe('templates', () => {
  it('are one per game, and every version has its own number', () => {
    expect(new Set(gameTemplates.map(({ id }) => id)).size).toBe(gameTemplates.length);
    const versions = [...gameTemplates, ...formerTemplates].map(({ id, version }) => `${id}/${version}`);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('say what nobody has confirmed, except the platform’s own game', () => {
    for (const { id, unconfirmed } of gameTemplates) expect((unconfirmed ?? []).length > 0).toBe(id !== 'cims-645');
  });
});

describe('EuroMillions', () => {
  it.each([
    [euromillions2016, 6, '216/500', '6/125'],
    [euromillions2016, 7, '27/100', '21/100'],
    [euromillions2020, 5, '1/2', '1/10'],
    [euromillions2020, 6, '21/50', '9/50'],
  ])('shares out the whole fund in every draw of a cycle ($version)', (json, cycleDraw, jackpot, reserve) => {
    const { prizes } = game('matrix', json);
    const of = (text: string) => {
      const [n = '0', d = '1'] = text.split('/');
      return rational(BigInt(n), BigInt(d));
    };
    const shares = prizes.tiers.map(({ prize }) => (prize.kind === 'shared' ? shareAt(prize, cycleDraw) : rational(0n)));
    const asides = prizes.setAsides.map((aside) => shareAt(aside, cycleDraw));
    expect([shares[0], asides[0]]).toEqual([of(jackpot), of(reserve)]);
    expect(sumRational([...shares, ...asides])).toEqual(rational(1n));
  });

  it('lets the jackpot fall to the next rank with winners after four draws at its cap', () => {
    const euro = game('matrix', euromillions2020);
    const draw = (drawsAtCap: number) =>
      expectOk(
        settleDraw(euro, {
          stakesCents: cents(100_000_000_00n),
          winners: { 3: 10n, 13: 1_000_000n },
          carriedInCents: { 1: cents(250_000_000_00n) },
          cycleDraw: 30,
          drawsAtCap,
        }),
      );
    // Rank 2 is empty: its 2.61 % and what exceeds the cap (42 % of the fund) join rank 3.
    const open = draw(3);
    expect(open.carriedOutCents['1']).toBe(250_000_000_00n);
    expect(prizesOf(open)['3']).toBe((50_000_000_00n * (42_00n + 2_61n + 61n)) / 10_000n / 10n);
    const fallen = draw(4);
    expect(fallen.carriedOutCents['1']).toBe(0n);
    expect(prizesOf(fallen)['3']).toBe((prizesOf(open)['3'] ?? 0n) + 25_000_000_00n);
    expect(fallen.nextCycleDraw).toBe(1);
  });
});

describe('UK Lotto', () => {
  const rollDown = (json: typeof ukLotto2018) =>
    expectOk(
      settleDraw(game('matrix', json), {
        stakesCents: cents(0n),
        carriedInCents: { 6: cents(12_950_833_00n) },
        winners: { '5-bonus': 1n, 5: 43n, 4: 3667n, 3: 88_347n },
        cycleDraw: 6,
      }),
    );

  it('pays 19,820, 740 and 138 pounds in November 2019 (games.md)', () => {
    expect(prizesOf(rollDown(ukLotto2018))).toMatchObject({ 5: 19_820_00n, 4: 740_00n, 3: 138_00n });
  });

  it('gives most to three hits since the later split: 85 % of the jackpot', () => {
    // 85 % of 12,950,833 over 88,347 is 124.60…, in whole pounds 124, on 30.
    expect(prizesOf(rollDown(ukLotto2020))['3']).toBe(154_00n);
  });

  it('keeps an unwon jackpot before the draw at which it must fall', () => {
    const draw = { stakesCents: cents(0n), carriedInCents: { 6: cents(12_950_833_00n) }, winners: { 3: 1n }, cycleDraw: 5 };
    const settlement = expectOk(settleDraw(game('matrix', ukLotto2020), draw));
    expect(settlement.carriedOutCents['6']).toBe(12_950_833_00n);
    expect(settlement.nextCycleDraw).toBe(6);
  });
});

describe('Powerball style', () => {
  it('turns the highest set prize into a shared one when fund and reserve cannot pay it, and leaves the others whole', () => {
    const settlement = expectOk(
      settleDraw(game('matrix', powerballStyle), {
        stakesCents: cents(2_000_000_00n),
        winners: { 2: 1n, 4: 27n, 5: 69n, 6: 1724n, 7: 1425n, 8: 10_878n, 9: 26_087n },
        accountsCents: { 'set-prize-reserve': cents(120_000_00n) },
        cycleDraw: 2,
      }),
    );
    const small = 27n * 100_00n + 69n * 100_00n + 1724n * 7_00n + 1425n * 7_00n + 10_878n * 4_00n + 26_087n * 4_00n;
    const left = 320_000_00n + 120_000_00n - small;
    expect(prizesOf(settlement)).toMatchObject({ 2: left, 4: 100_00n, 5: 100_00n, 6: 7_00n, 7: 7_00n, 8: 4_00n, 9: 4_00n });
    expect(settlement.tiers.filter(({ converted }) => converted).map(({ id }) => id)).toEqual(['2']);
    expect(settlement.accountsCents['set-prize-reserve']).toBe(0n);
    expect(settlement.operatorAddedCents).toBe(0n);
  });
});

describe('a season of draws', () => {
  it.each(gameTemplates.filter(({ family }) => family === 'matrix'))('of $id neither loses nor makes a cent, carry by carry', (json) => {
    const part = game('matrix', json);
    const below = seededBelow(99);
    const [bet] = tierOdds(part);
    let carriedInCents: Readonly<Record<string, Cents>> = {};
    let accountsCents: Readonly<Record<string, Cents>> = {};
    let cycleDraw = 1;
    let drawsAtCap = 0;
    let staked = 0n;
    let added = 0n;
    let paid = 0n;
    let operator = 0n;
    for (let draw = 1; draw <= 150; draw += 1) {
      const lines = 400_000n + below(3_000_000n);
      const stakesCents = cents(lines * part.unitPriceCents);
      // Around the expected number of winners, and now and then one where none was expected.
      const winners: Record<string, bigint> = {};
      for (const { tier, probability } of bet?.odds ?? []) {
        const expected = (lines * probability.n) / probability.d;
        winners[tier] = (winners[tier] ?? 0n) + expected + (below(12n) === 0n ? 1n : 0n);
      }
      const settlement = expectOk(
        settleDraw(part, {
          stakesCents,
          winners,
          carriedInCents,
          accountsCents,
          cycleDraw,
          drawsAtCap,
          occasions: occasionsOf(part, draw),
        }),
      );
      staked += stakesCents;
      added += settlement.operatorAddedCents;
      operator += settlement.operatorPartCents + settlement.operatorKeptCents;
      for (const tier of settlement.tiers) paid += tier.netPrizeCents * tier.winners;
      ({ carriedOutCents: carriedInCents, accountsCents, nextCycleDraw: cycleDraw, nextDrawsAtCap: drawsAtCap } = settlement);
    }
    const waiting = [...Object.values(carriedInCents), ...Object.values(accountsCents)].reduce((sum: bigint, amount) => sum + amount, 0n);
    expect(paid + operator + waiting).toBe(staked + added);
  });
});

describe('worked examples of the headers', () => {
  it('La Primitiva: 170,000 lines of three hits leave 3,140,000.00, of which six takes 1,256,000.00', () => {
    const settlement = expectOk(
      settleDraw(game('matrix', laPrimitiva), { stakesCents: cents(10_000_000_00n), winners: { 5: 170_000n, 1: 1n } }),
    );
    expect(prizesOf(settlement)['1']).toBe(1_256_000_00n);
    expect(settlement.accountsCents.refunds).toBe(1_000_000_00n);
  });

  it('Cims 6/45: a rest of 319,545.00 gives the jackpot 223,681.50', () => {
    const settlement = expectOk(
      settleDraw(game('matrix', cims645), { stakesCents: cents(1_000_000_00n), winners: { 4: 1365n, 3: 22_441n } }),
    );
    const jackpot = settlement.movements.find(({ to, reason }) => to === 'tier:6' && reason === 'share');
    expect(jackpot?.amountCents).toBe(223_681_50n);
  });

  it('Cims 6/45 tops the jackpot up to 250,000.00 from the reserve when it is won', () => {
    const settlement = expectOk(
      settleDraw(game('matrix', cims645), {
        stakesCents: cents(100_000_00n),
        winners: { 6: 1n },
        accountsCents: { reserve: cents(300_000_00n) },
      }),
    );
    expect(prizesOf(settlement)['6']).toBe(250_000_00n);
    expect(settlement.operatorAddedCents).toBe(0n);
  });

  it('Keno: eight tickets with ten hits share 500,000: 62,500.00 each', () => {
    const settlement = expectOk(settleDraw(game('keno', keno), { stakesCents: cents(10_000_00n), winners: { '10-10': 8n } }));
    expect(prizesOf(settlement)['10-10']).toBe(62_500_00n);
  });
});
