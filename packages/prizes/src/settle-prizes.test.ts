import { type Cents, cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { checkPrizeInput } from './check-prize-input.ts';
import { parsePrizePlan } from './parse-plan.ts';
import type { PrizePlan, PrizePlanJson } from './prize-plan.ts';
import { settlePrizes } from './settle-prizes.ts';
import type { PrizeInput, PrizeSettlement } from './settlement.ts';

type TierJson = PrizePlanJson['tiers'][number];

const down = (stepCents = '1') => ({ stepCents, mode: 'down', remainderTo: { to: 'operator' } }) as const;
const shared = (id: string, share: string, more: Partial<TierJson> = {}): TierJson => ({
  id,
  prize: { kind: 'shared', share, of: 'fund' },
  rounding: down(),
  empty: { to: 'carry', tier: id },
  ...more,
});
const fixed = (id: string, amountCents: string, more: Partial<TierJson> = {}): TierJson => ({
  id,
  prize: { kind: 'fixed', amountCents },
  rounding: down(),
  ...more,
});
const plan = (tiers: TierJson[], more: Partial<PrizePlanJson> = {}): PrizePlan =>
  expectOk(parsePrizePlan({ fund: { share: '100%', rounding: 'down' }, undividedTo: { to: 'operator' }, tiers, ...more }));
const settle = (of: PrizePlan, input: PrizeInput): PrizeSettlement => settlePrizes(of, expectOk(checkPrizeInput(of, input)));
const prizes = (settlement: PrizeSettlement): Record<string, Cents> =>
  Object.fromEntries(settlement.tiers.map((tier) => [tier.id, tier.prizeCents]));

describe('published settlements', () => {
  const korea = plan(
    [
      { id: '1', prize: { kind: 'shared', share: '60%', of: 'rest' }, rounding: down('100'), empty: { to: 'carry', tier: '1' } },
      { id: '2', prize: { kind: 'remainder' }, rounding: down('100'), empty: { to: 'carry', tier: '1' } },
      { id: '3', prize: { kind: 'shared', share: '10%', of: 'rest' }, rounding: down('100'), empty: { to: 'carry', tier: '1' } },
      { id: '4', prize: { kind: 'shared', share: '20%', of: 'rest' }, rounding: down('100'), empty: { to: 'carry', tier: '1' } },
      fixed('5', '10000'),
    ],
    { fund: { share: '50%', rounding: 'down' } },
  );

  it('reproduces the first Korean 6/45 draw: tier 3 143,934,100, tier 4 113,400, 1,007,538,700 won carried', () => {
    const settlement = settle(korea, { stakesCents: cents(3_681_782_000n), winners: { 3: 1n, 4: 2537n, 5: 40_155n } });
    expect(prizes(settlement)).toEqual({ 1: 0n, 2: 0n, 3: 143_934_100n, 4: 113_400n, 5: 10_000n });
    expect(settlement.carriedOutCents['1']).toBe(863_604_600n + 143_934_100n);
  });

  it('rolls the UK Lotto jackpot of November 2019 down: 19,820, 740 and 138 pounds (games.md)', () => {
    const uk = plan(
      [
        {
          id: '6',
          prize: { kind: 'carried' },
          rounding: down(),
          empty: { to: 'carry', tier: '6' },
          jackpot: {
            mustBeWon: {
              occasions: ['must-be-won'],
              rollDown: {
                to: 'tiers',
                split: [
                  { tier: '5b', share: '3%', stepCents: '100' },
                  { tier: '5', share: '6%', stepCents: '100' },
                  { tier: '4', share: '17%', stepCents: '100' },
                  { tier: '3', share: '74%', stepCents: '100' },
                ],
                otherwise: { to: 'carry', tier: '6' },
              },
            },
          },
        },
        fixed('5b', '100000000'),
        fixed('5', '175000'),
        fixed('4', '14000'),
        fixed('3', '3000'),
      ],
      { fixed: { shortfallFrom: ['operator'], conversion: 'none' } },
    );
    const settlement = settle(uk, {
      stakesCents: cents(0n),
      carriedInCents: { 6: cents(12_950_833_00n) },
      winners: { '5b': 1n, 5: 43n, 4: 3667n, 3: 88_347n },
      occasions: ['must-be-won'],
    });
    expect(prizes(settlement)).toMatchObject({ 5: 19_820_00n, 4: 740_00n, 3: 138_00n });
    expect(settlement.nextCycleDraw).toBe(1);
  });

  it('shares 114,000,000.07 over 20 winners and 236,000,000.00 over 433, remainder to a named account (incident R16)', () => {
    const jackpot = plan(
      [{ ...shared('6', '100%'), rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'account', account: 'rounding' } } }],
      {
        accounts: ['rounding'],
      },
    );
    const a = settle(jackpot, { stakesCents: cents(114_000_000_07n), winners: { 6: 20n } });
    expect([a.tiers[0]?.prizeCents, a.accountsCents.rounding]).toEqual([5_700_000_00n, 7n]);
    const b = settle(jackpot, { stakesCents: cents(236_000_000_00n), winners: { 6: 433n } });
    expect([b.tiers[0]?.prizeCents, b.accountsCents.rounding]).toEqual([545_034_64n, 88n]);
  });
});

describe('jackpot rules', () => {
  const rules = (jackpot: TierJson['jackpot'], more: Partial<PrizePlanJson> = {}) =>
    plan(
      [
        shared('6', '50%', { jackpot }),
        shared('5', '30%', { empty: { to: 'next-lower', otherwise: { to: 'carry', tier: '6' } } }),
        shared('4', '20%'),
      ],
      more,
    );

  it('sends what exceeds the cap to the next lower tier with winners', () => {
    const settlement = settle(rules({ cap: { amountCents: '1000', excessTo: { to: 'next-lower', otherwise: { to: 'operator' } } } }), {
      stakesCents: cents(1000n),
      carriedInCents: { 6: cents(900n) },
      winners: { 4: 2n },
    });
    // 900 + 500 − 1000 = 400 of the cap and the empty tier's 300 reach the 200 of tier 4.
    expect(settlement.tiers[2]?.prizeCents).toBe(450n);
    expect(settlement.carriedOutCents['6']).toBe(1000n);
    expect(settlement.nextDrawsAtCap).toBe(1);
  });

  it('falls after the stated draws at the cap, and then opens a new cycle', () => {
    const of = rules({
      cap: { amountCents: '1000', excessTo: { to: 'next-lower', otherwise: { to: 'operator' } } },
      mustBeWon: { afterDrawsAtCap: 4, rollDown: { to: 'next-lower', otherwise: { to: 'operator' } } },
    });
    const at = (drawsAtCap: number) =>
      settle(of, { stakesCents: cents(1000n), carriedInCents: { 6: cents(1000n) }, winners: { 5: 1n }, drawsAtCap, cycleDraw: 20 });
    expect(at(3).carriedOutCents['6']).toBe(1000n);
    expect(at(4).carriedOutCents['6']).toBe(0n);
    expect(at(4).tiers[1]?.prizeCents).toBe(500n + 1000n + 300n);
    expect([at(4).nextCycleDraw, at(4).nextDrawsAtCap]).toEqual([1, 0]);
  });

  it('funds the guaranteed jackpot from the reserve first and from the operator for the rest, only when it is won', () => {
    const of = rules({ guarantee: { amountCents: '2000', from: ['reserve', 'operator'] } }, { accounts: ['reserve'] });
    const won = settle(of, { stakesCents: cents(1000n), winners: { 6: 1n }, accountsCents: { reserve: cents(400n) } });
    expect([won.tiers[0]?.prizeCents, won.accountsCents.reserve, won.operatorAddedCents]).toEqual([2000n, 0n, 1100n]);
    const open = settle(of, { stakesCents: cents(1000n), winners: {}, accountsCents: { reserve: cents(400n) } });
    expect([open.carriedOutCents['6'], open.accountsCents.reserve]).toEqual([500n + 300n, 400n]);
  });

  it('opens a cycle with the start value and not again in its later draws', () => {
    const of = rules({ startValue: { amountCents: '800', from: ['operator'] } });
    expect(settle(of, { stakesCents: cents(1000n), winners: {}, cycleDraw: 1 }).carriedOutCents['6']).toBe(800n + 300n);
    expect(settle(of, { stakesCents: cents(1000n), winners: {}, cycleDraw: 2 }).carriedOutCents['6']).toBe(500n + 300n);
  });

  it('changes shares from the stated draw of a cycle', () => {
    const of = plan([
      shared('6', '50%', { prize: { kind: 'shared', share: '50%', of: 'fund', schedule: [{ fromCycleDraw: 7, share: '27%' }] } }),
      shared('5', '50%'),
    ]);
    expect(settle(of, { stakesCents: cents(1000n), winners: {}, cycleDraw: 6 }).carriedOutCents['6']).toBe(500n);
    expect(settle(of, { stakesCents: cents(1000n), winners: {}, cycleDraw: 7 }).carriedOutCents['6']).toBe(270n);
  });

  it('pours an account into its tier at the named occasion only', () => {
    const of = plan([shared('6', '70%')], {
      accounts: ['five'],
      setAsides: [{ account: 'five', share: '30%', of: 'fund' }],
      pours: [{ account: 'five', tier: '6', occasion: 'five-draw' }],
    });
    const poured = settle(of, {
      stakesCents: cents(1000n),
      winners: { 6: 1n },
      accountsCents: { five: cents(900n) },
      occasions: ['five-draw'],
    });
    expect([poured.tiers[0]?.prizeCents, poured.accountsCents.five]).toEqual([1600n, 300n]);
    const kept = settle(of, { stakesCents: cents(1000n), winners: { 6: 1n }, accountsCents: { five: cents(900n) } });
    expect([kept.tiers[0]?.prizeCents, kept.accountsCents.five]).toEqual([700n, 1200n]);
  });
});

describe('fixed prizes', () => {
  it('give way highest first when fund and reserve cannot pay them', () => {
    const of = plan([fixed('5', '600000'), fixed('1', '2')], { fixed: { shortfallFrom: [], conversion: 'highest-first' } });
    const settlement = settle(of, { stakesCents: cents(1_000_000n), winners: { 5: 2n, 1: 300_000n } });
    expect(prizes(settlement)).toEqual({ 5: 200_000n, 1: 2n });
    expect(settlement.tiers.map((tier) => tier.converted)).toEqual([true, false]);
  });

  it('never let a higher prize that gave way fall below a lower one that did not', () => {
    const of = plan([fixed('5', '1000'), fixed('4', '400'), fixed('3', '1')], {
      fixed: { shortfallFrom: [], conversion: 'highest-first' },
    });
    // 1,300 − 3 for tier 3; tier 5 alone would keep 97, below 400, so both give way in proportion 1000 : 1200.
    const settlement = settle(of, { stakesCents: cents(1300n), winners: { 5: 1n, 4: 3n, 3: 3n } });
    expect(prizes(settlement)).toEqual({ 5: 589n, 4: 236n, 3: 1n });
  });

  it('share the cap when a tier owes more than its cap: 8 × 100,000 capped at 500,000 is 62,500 each (Keno 10 of 10)', () => {
    const of = plan([{ ...fixed('10', '10000000'), prize: { kind: 'fixed', amountCents: '10000000', perDrawCapCents: '50000000' } }]);
    const settlement = settle(of, { stakesCents: cents(0n), winners: { 10: 8n } });
    expect([settlement.tiers[0]?.prizeCents, settlement.operatorAddedCents]).toEqual([62_500_00n, 500_000_00n]);
  });

  it('are paid out of their own account first', () => {
    const of = plan([{ ...fixed('r', '100'), prize: { kind: 'fixed', amountCents: '100', from: 'refunds' } }], {
      accounts: ['refunds'],
      setAsides: [{ account: 'refunds', share: '10%', of: 'stakes' }],
    });
    const settlement = settle(of, { stakesCents: cents(1000n), winners: { r: 2n }, accountsCents: { refunds: cents(50n) } });
    expect([settlement.accountsCents.refunds, settlement.operatorAddedCents]).toEqual([0n, 50n]);
  });
});

describe('inversion', () => {
  it('pools two inverted tiers: 100 for 10 and 300 for 20 pay 13 each', () => {
    const of = plan([shared('12', '25%'), shared('11', '75%')], { inversion: { rule: 'merge', fixedTiers: 'merge' } });
    const settlement = settle(of, { stakesCents: cents(400n), winners: { 12: 10n, 11: 20n } });
    expect(prizes(settlement)).toEqual({ 12: 13n, 11: 13n });
    expect([settlement.operatorKeptCents, settlement.tiers[0]?.mergedWith]).toEqual([10n, ['11']]);
  });

  it('keeps pooling until no tier pays more than a higher one', () => {
    const of = plan([shared('a', '30%'), shared('b', '20%'), shared('c', '50%')], { inversion: { rule: 'merge', fixedTiers: 'merge' } });
    expect(prizes(settle(of, { stakesCents: cents(1000n), winners: { a: 10n, b: 10n, c: 10n } }))).toEqual({ a: 33n, b: 33n, c: 33n });
  });

  it('raises tiers above a fixed prize to it at the cost of the named source', () => {
    const of = plan([shared('4', '100%', { prize: { kind: 'shared', share: '100%', of: 'rest' } }), fixed('3', '800')], {
      inversion: { rule: 'merge', fixedTiers: { raiseFrom: ['operator'] } },
    });
    const settlement = settle(of, { stakesCents: cents(1100n), winners: { 4: 2n, 3: 1n } });
    expect([settlement.tiers[0]?.prizeCents, settlement.operatorAddedCents]).toEqual([800n, 1300n]);
  });
});

describe('minimum prizes and rounding', () => {
  it('passes a tier that would pay too little to the next higher one', () => {
    const of = plan([
      shared('11', '50%'),
      shared('10', '50%', { minimum: { amountCents: '70', otherwise: { to: 'next-higher', otherwise: { to: 'operator' } } } }),
    ]);
    const settlement = settle(of, { stakesCents: cents(1000n), winners: { 11: 5n, 10: 10n } });
    expect(prizes(settlement)).toEqual({ 11: 200n, 10: 0n });
    expect(settlement.tiers[1]?.winners).toBe(10n);
  });

  it('pays what rounding up adds from the named source and books what rounding down leaves', () => {
    const up = plan([
      { ...shared('1', '100%'), rounding: { stepCents: '1', mode: 'up', remainderTo: { to: 'operator' }, excessFrom: ['operator'] } },
    ]);
    expect(settle(up, { stakesCents: cents(100n), winners: { 1: 3n } }).operatorAddedCents).toBe(2n);
    const tens = plan([{ ...shared('1', '100%'), rounding: down('10') }]);
    expect(settle(tens, { stakesCents: cents(100n), winners: { 1: 3n } }).operatorKeptCents).toBe(10n);
  });

  it('keeps tax back from each prize above the exempt amount: 8,129.73 is 5,690.82 net of 30 %', () => {
    const of = plan([shared('5', '100%', { withholding: { aboveCents: '190398', share: '30%', account: 'tax' } })], { accounts: ['tax'] });
    const settlement = settle(of, { stakesCents: cents(8_129_73n), winners: { 5: 1n } });
    expect([settlement.tiers[0]?.netPrizeCents, settlement.accountsCents.tax]).toEqual([8_129_73n - 2_438_91n, 2_438_91n]);
  });
});
