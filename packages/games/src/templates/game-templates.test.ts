/** Published figures of the games that the templates describe, and the worked examples of their headers. */
import { cents, rational, sumRational } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { shareAt } from '@valira/prizes';
import { describe, expect, it } from 'vitest';
import { settleDraw } from '../settle/settle-draw.ts';
import { game } from '../testing/sample-games.ts';
import { cims645 } from './cims-645.ts';
import { euromillions2016, euromillions2020 } from './euromillions.ts';
import { formerTemplates, gameTemplates } from './game-templates.ts';
import { keno } from './keno.ts';
import { laPrimitiva } from './la-primitiva.ts';
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
