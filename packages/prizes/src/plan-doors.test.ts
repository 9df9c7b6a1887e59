/** What is refused at the doors of the package: plans, shares, figures of a draw. */
import { cents, compareRational, rational } from '@valira/money';
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPrizeInput } from './check-prize-input.ts';
import { centsText, formatShare, parseShare, positiveCentsText, shareText } from './json-text.ts';
import { parsePrizePlan } from './parse-plan.ts';
import type { PrizePlanJson } from './prize-plan.ts';

type TierJson = PrizePlanJson['tiers'][number];

const rounding: TierJson['rounding'] = { stepCents: '1', mode: 'down', remainderTo: { to: 'operator' } };
const six: TierJson = { id: '6', prize: { kind: 'shared', share: '60%', of: 'rest' }, rounding, empty: { to: 'carry', tier: '6' } };
const three: TierJson = { id: '3', prize: { kind: 'fixed', amountCents: '500' }, rounding };
const plan: PrizePlanJson = {
  fund: { share: '50%', rounding: 'down' },
  accounts: ['reserve'],
  undividedTo: { to: 'operator' },
  tiers: [six, three],
};
const withSix = (change: Partial<TierJson>): PrizePlanJson => ({ ...plan, tiers: [{ ...six, ...change }, three] });

describe('a prize plan', () => {
  it('that can work is accepted', () => {
    expect(parsePrizePlan(plan).ok).toBe(true);
  });

  it.each<[string, string, PrizePlanJson]>([
    ['duplicate_tier', 'tiers.1.id', { ...plan, tiers: [six, six] }],
    ['duplicate_account', 'accounts', { ...plan, accounts: ['reserve', 'reserve'] }],
    ['reserved_name', 'accounts', { ...plan, accounts: ['operator'] }],
    ['unknown_tier', 'tiers.0.empty.tier', withSix({ empty: { to: 'carry', tier: '7' } })],
    [
      'unknown_tier',
      'tiers.0.empty.split.0.tier',
      withSix({ empty: { to: 'tiers', split: [{ tier: '7', share: '1' }], otherwise: { to: 'operator' } } }),
    ],
    [
      'unknown_account',
      'tiers.0.rounding.remainderTo.account',
      withSix({ rounding: { ...rounding, remainderTo: { to: 'account', account: 'pot' } } }),
    ],
    ['unknown_account', 'setAsides.0.account', { ...plan, setAsides: [{ account: 'pot', share: '1%', of: 'fund' }] }],
    ['unknown_account', 'pours.0.account', { ...plan, pours: [{ account: 'pot', tier: '6', occasion: 'x' }] }],
    ['shares_over_whole', 'tiers', { ...plan, tiers: [six, { ...six, id: '5', prize: { kind: 'shared', share: '41%', of: 'rest' } }] }],
    ['shares_over_whole', 'tiers', withSix({ prize: { kind: 'shared', share: '51%', of: 'stakes' } })],
    [
      'shares_over_whole',
      'tiers',
      {
        ...withSix({ prize: { kind: 'shared', share: '10%', of: 'rest', schedule: [{ fromCycleDraw: 3, share: '100%' }] } }),
        setAsides: [{ account: 'reserve', share: '1%', of: 'rest' }],
      },
    ],
    [
      'shares_over_whole',
      'tiers.0.empty.split',
      withSix({
        empty: {
          to: 'tiers',
          split: [
            { tier: '3', share: '60%' },
            { tier: '3', share: '60%' },
          ],
          otherwise: { to: 'operator' },
        },
      }),
    ],
    [
      'second_remainder',
      'tiers.1.prize',
      {
        ...plan,
        tiers: [
          { ...six, prize: { kind: 'remainder' } },
          { ...six, id: '5', prize: { kind: 'remainder' } },
        ],
      },
    ],
    ['empty_rule_missing', 'tiers.0.empty', { ...plan, tiers: [{ id: '6', prize: { kind: 'carried' }, rounding }] }],
    ['jackpot_on_fixed', 'tiers.1.jackpot', { ...plan, tiers: [six, { ...three, jackpot: {} }] }],
    [
      'roll_down_to_itself',
      'tiers.0.empty.split.0.tier',
      withSix({ empty: { to: 'tiers', split: [{ tier: '6', share: '1' }], otherwise: { to: 'operator' } } }),
    ],
    ['must_be_won_never', 'tiers.0.jackpot.mustBeWon', withSix({ jackpot: { mustBeWon: { rollDown: { to: 'operator' } } } })],
    [
      'fall_without_cap',
      'tiers.0.jackpot.mustBeWon.afterDrawsAtCap',
      withSix({ jackpot: { mustBeWon: { afterDrawsAtCap: 4, rollDown: { to: 'operator' } } } }),
    ],
    [
      'cap_below_start_value',
      'tiers.0.jackpot.cap',
      withSix({
        jackpot: { startValue: { amountCents: '200', from: ['operator'] }, cap: { amountCents: '100', excessTo: { to: 'operator' } } },
      }),
    ],
    [
      'schedule_not_ascending',
      'tiers.0.prize.schedule.1',
      withSix({
        prize: {
          kind: 'shared',
          share: '10%',
          of: 'rest',
          schedule: [
            { fromCycleDraw: 4, share: '9%' },
            { fromCycleDraw: 4, share: '8%' },
          ],
        },
      }),
    ],
    [
      'raise_without_operator',
      'inversion.fixedTiers.raiseFrom',
      { ...plan, inversion: { rule: 'merge', fixedTiers: { raiseFrom: ['reserve'] } } },
    ],
    [
      'rounding_without_operator',
      'tiers.0.rounding.excessFrom',
      withSix({ rounding: { ...rounding, mode: 'up', excessFrom: ['reserve'] } }),
    ],
    ['fixed_shortfall_uncovered', 'fixed', { ...plan, fixed: { shortfallFrom: ['reserve'], conversion: 'none' } }],
  ])('that cannot work is refused: %s at %s', (reason, path, json) => {
    const parsed = parsePrizePlan(json);
    expect(parsed).toMatchObject({ ok: false, code: 'prize_plan_invalid', path, facts: { reason } });
  });
});

describe('the figures of a draw', () => {
  const parsed = expectOk(parsePrizePlan(plan));
  it.each([
    ['negative_amount', 'stakesCents', { stakesCents: cents(-1n), winners: {} }],
    ['unknown_tier', 'winners.7', { stakesCents: cents(1n), winners: { 7: 1n } }],
    ['negative_winners', 'winners.6', { stakesCents: cents(1n), winners: { 6: -1n } }],
    ['unknown_tier', 'carriedInCents.7', { stakesCents: cents(1n), winners: {}, carriedInCents: { 7: cents(1n) } }],
    ['negative_amount', 'topUpsCents.6', { stakesCents: cents(1n), winners: {}, topUpsCents: { 6: cents(-1n) } }],
    ['unknown_account', 'accountsCents.pot', { stakesCents: cents(1n), winners: {}, accountsCents: { pot: cents(1n) } }],
    ['cycle_draw_invalid', 'cycleDraw', { stakesCents: cents(1n), winners: {}, cycleDraw: 0 }],
    ['cycle_draw_invalid', 'drawsAtCap', { stakesCents: cents(1n), winners: {}, drawsAtCap: 0.5 }],
  ])('are refused with %s at %s', (code, path, input) => {
    expect(checkPrizeInput(parsed, input)).toMatchObject({ ok: false, code, path });
  });
});

describe('shares and amounts in JSON', () => {
  it('keep their exact value through text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
        expect(parseShare(formatShare(rational(n, d)))).toEqual(rational(n, d));
      }),
    );
    expect(['50%', '1/3', '46%/1.045', '0.35', '100%', '10%'].map((text) => formatShare(parseShare(text)))).toEqual([
      '50%',
      '1/3',
      '92/209',
      '35%',
      '100%',
      '10%',
    ]);
  });

  it.each(['', '-1%', '101%', '5/0', '1e3', '50 %', '1/2/3', 'half', '2'])('refuse the share %j', (text) => {
    expect(shareText.safeParse(text).success).toBe(false);
  });

  it('accept no share that could not be stored and read back: twenty decimals need a longer fraction', () => {
    for (const text of ['0.12345678901234567891', '33.333333333333333333%']) expect(shareText.safeParse(text).success).toBe(false);
    const figure = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n })).map(([n, f]) => `${n}.${f}`);
    fc.assert(
      fc.property(figure, figure, (value, by) => {
        const parsed = shareText.safeParse(`${value}/${by}`);
        if (parsed.success) expect(shareText.parse(formatShare(parsed.data))).toEqual(parsed.data);
      }),
      { numRuns: 2000 },
    );
  });

  it('never accept more than the whole', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = shareText.safeParse(text);
        if (parsed.success) expect(compareRational(parsed.data, rational(1n))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('read amounts as whole minor units only', () => {
    expect(centsText.parse('0')).toBe(0n);
    for (const text of ['1.5', '-1', '01', '', '1e5', ' 1']) expect(centsText.safeParse(text).success).toBe(false);
    expect(centsText.safeParse(100).success).toBe(false);
    expect(positiveCentsText.safeParse('0').success).toBe(false);
  });
});
