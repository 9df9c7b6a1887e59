import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { betSamples, tierPlan } from '../testing/bet-samples.ts';
import { type Changes, definition, definitionJson, numbered } from '../testing/definitions.ts';
import type { DefinitionProblemReason } from './definition-problem.ts';
import { openPool } from './pool.ts';
import { type PoolDefinitionJson, parsePoolDefinition, poolDefinitionToJson } from './pool-definition.ts';

const refusal = (changes: Changes) => {
  const parsed = parsePoolDefinition(definitionJson(changes));
  return parsed.ok ? 'ok' : `${parsed.facts.reason} at ${parsed.path}`;
};

describe('a pool definition', () => {
  const carry = { to: 'next', capCents: null, mandatoryDates: [] };
  it('goes through JSON and comes back equal, for every bet type', () => {
    for (const { pool } of betSamples) {
      const text = JSON.stringify(poolDefinitionToJson(pool.definition));
      expect(expectOk(parsePoolDefinition(JSON.parse(text)))).toEqual(pool.definition);
    }
  });

  it('is refused where the schema says so, with the path', () => {
    expect(parsePoolDefinition(null)).toMatchObject({ code: 'definition_invalid', path: '' });
    expect(refusal({ takeoutBps: 10_001 })).toContain('takeoutBps');
    expect(refusal({ takeoutBps: 17.5 })).toContain('takeoutBps');
    expect(refusal({ effectiveFrom: '2026-13-01T00:00:00Z' })).toBe('an instant as 2026-11-30T18:00:00Z at effectiveFrom');
    expect(refusal({ effectiveFrom: '2026-01-01T24:00:01Z' })).toContain('effectiveFrom');
    expect(refusal({ carryover: { ...carry, mandatoryDates: ['2026-02-30'] } })).toBe('a date as 2026-11-30 at carryover.mandatoryDates.0');
    const never = [{ declared: 65, paid: 2 }];
    expect(refusal({ bet: { type: 'place', places: never }, price: { method: 'equal-share' } })).toContain('bet.places.0.declared');
    expect(refusal({ dividend: { breakStepCents: '0' } })).toContain('dividend.breakStepCents');
    expect(refusal({ dividend: { minimumCents: '-1' } })).toContain('dividend.minimumCents');
    expect(parsePoolDefinition({ ...definitionJson({}), colour: 'red' })).toMatchObject({ ok: false });
  });

  const plan = (...ids: string[]): PoolDefinitionJson['prizePlan'] => ({
    fund: { share: '100%', rounding: 'down' },
    tiers: ids.map((id) => tierPlan(id, '10%')),
    undividedTo: { to: 'operator' },
  });
  const tiers = (...correct: number[]) =>
    correct.map((count) => ({ id: `t${count}`, correct: count, plus: 'any' as const, count: 'exactly' as const, uniqueOnly: false }));
  const pick: Changes = {
    bet: { type: 'pick', legs: 4 },
    price: { method: 'tiered' },
    carryover: carry,
    tiers: tiers(4),
    prizePlan: plan('t4'),
  };
  const ranks = (kinds: ('order' | 'any-order')[], orderRatio: number | null = null): Changes => ({
    bet: { type: 'tierce', orderRatio, ranks: kinds.map((kind, i) => ({ id: `r${i}`, match: { kind } })) },
    price: { method: 'tiered' },
    carryover: carry,
    prizePlan: plan(...kinds.map((_, i) => `r${i}`)),
  });

  type Plan = NonNullable<PoolDefinitionJson['prizePlan']>;
  type PlanChanges = Partial<Omit<Plan, 'tiers'> & Pick<Plan['tiers'][number], 'prize' | 'jackpot'>>;
  /** A plan with a reserve account, changed as a whole or in its one tier. */
  const changedPlan = ({ prize, jackpot, ...whole }: PlanChanges): Plan => ({
    fund: { share: '100%', rounding: 'down' },
    accounts: ['reserve'],
    undividedTo: { to: 'operator' },
    tiers: [{ ...tierPlan('t4', '10%'), ...(prize ? { prize } : {}), ...(jackpot ? { jackpot } : {}) }],
    ...whole,
  });
  const later = [{ fromCycleDraw: 2, share: '4%' }];
  const falls = (when: { atCycleDraw?: number; afterDrawsAtCap?: number; occasions?: string[] }) => ({
    cap: { amountCents: '1000', excessTo: { to: 'operator' as const } },
    mustBeWon: { ...when, rollDown: { to: 'operator' as const } },
  });

  const planProblems = (
    [
      ['cycle_not_for_pool', 'setAsides.0.schedule', { setAsides: [{ account: 'reserve', share: '5%', of: 'fund', schedule: later }] }],
      ['occasion_not_a_date', 'pours.0.occasion', { pours: [{ account: 'reserve', tier: 't4', occasion: 'christmas' }] }],
      ['cycle_not_for_pool', 'tiers.0.prize.schedule', { prize: { kind: 'shared', share: '5%', of: 'fund', schedule: later } }],
      ['cycle_not_for_pool', 'tiers.0.jackpot.mustBeWon.atCycleDraw', { jackpot: falls({ atCycleDraw: 7 }) }],
      ['cycle_not_for_pool', 'tiers.0.jackpot.mustBeWon.afterDrawsAtCap', { jackpot: falls({ afterDrawsAtCap: 3 }) }],
      ['occasion_not_a_date', 'tiers.0.jackpot.mustBeWon.occasions.1', { jackpot: falls({ occasions: ['2026-12-22', '2026-02-30'] }) }],
    ] satisfies [DefinitionProblemReason, string, PlanChanges][]
  ).map(([reason, path, changes]): [DefinitionProblemReason, string, Changes] => [
    reason,
    `prizePlan.${path}`,
    { ...pick, prizePlan: changedPlan(changes) },
  ]);

  const impossible: [DefinitionProblemReason, string, Changes][] = [
    ['cascade_without_end', 'cascade', { cascade: [{ step: 'next-finisher' }] }],
    ['cascade_step_after_end', 'cascade.1', { cascade: [{ step: 'refund' }, { step: 'refund' }] }],
    ['cascade_step_not_for_bet', 'cascade.0', { bet: { type: 'exacta' }, cascade: [{ step: 'next-finisher' }, { step: 'refund' }] }],
    [
      'cascade_step_not_for_bet',
      'cascade.0',
      { bet: { type: 'exacta' }, cascade: [{ step: 'places-right', places: [3] }, { step: 'refund' }] },
    ],
    ['cascade_step_not_for_bet', 'cascade.0', { cascade: [{ step: 'most-correct' }, { step: 'refund' }] }],
    ['carryover_missing', 'carryover', { cascade: [{ step: 'carryover' }] }],
    [
      'places_not_ascending',
      'bet.places.1',
      {
        bet: {
          type: 'place',
          places: [
            { declared: 5, paid: 3 },
            { declared: 8, paid: 2 },
          ],
        },
        price: { method: 'profit-split' },
      },
    ],
    [
      'places_not_ascending',
      'bet.places.0',
      { bet: { type: 'place', places: [{ declared: 3, paid: 3 }] }, price: { method: 'profit-split' } },
    ],
    ['method_not_for_bet', 'price.method', { price: { method: 'tiered' } }],
    ['method_not_for_bet', 'price.method', { bet: { type: 'pick', legs: 6 }, price: { method: 'profit-split' } }],
    ['method_not_for_bet', 'price.placeShares', { price: { placeShares: 'by-place' } }],
    ['minimum_missing', 'dividend.minimumCents', { price: { method: 'france' } }],
    ['minimum_off_step', 'dividend.minimumCents', { dividend: { breakStepCents: '10', minimumCents: '105' } }],
    ['dividend_not_payable_on_unit', 'stake.unitCents', { stake: { unitCents: '20' }, dividend: { breakStepCents: '1' } }],
    ['stake_limits_crossed', 'stake', { stake: { minimumCents: '500', maximumCents: '400' } }],
    [
      'takeout_floor_above_takeout',
      'dividend.shortfall.floorBps',
      { takeoutBps: 1000, dividend: { shortfall: { paidBy: 'takeout', floorBps: 1500, beyondFloor: 'refund' } } },
    ],
    ['scratch_rule_not_for_bet', 'scratch', { scratch: 'all-win' }],
    ['scratch_rule_not_for_bet', 'scratch', { bet: { type: 'treble' }, scratch: 'consolation' }],
    ['reduced_system_not_for_bet', 'reducedSystems', { reducedSystems: [{ name: 'x', marks: [2, 2], lines: ['00'] }] }],
    [
      'reduced_system_invalid',
      'reducedSystems.0',
      { bet: { type: 'double' }, reducedSystems: [{ name: 'x', marks: [2, 2], lines: ['02'] }] },
    ],
    [
      'reduced_system_invalid',
      'reducedSystems.0',
      { bet: { type: 'double' }, reducedSystems: [{ name: 'x', marks: [2, 2], lines: ['01', '01'] }] },
    ],
    ['tiers_not_for_method', 'tiers', { bet: { type: 'pick', legs: 4 }, tiers: tiers(4) }],
    ['tiers_missing', 'prizePlan', { ...pick, prizePlan: null }],
    ['tiers_missing', 'tiers', { ...pick, tiers: [] }],
    ['tier_duplicate', 'tiers', { ...pick, tiers: tiers(4, 4) }],
    ['tier_unknown', 'prizePlan.tiers', { ...pick, tiers: tiers(4, 3) }],
    ['tier_impossible', 'tiers.0.correct', { ...pick, tiers: tiers(5), prizePlan: plan('t5') }],
    ['plus_leg_missing', 'tiers.0.plus', { ...pick, tiers: tiers(4).map((tier) => ({ ...tier, plus: 'right' as const })) }],
    ['carryover_missing', 'carryover', { ...pick, carryover: null }],
    ['tier_dividend_per_unit', 'dividend', { ...pick, stake: { unitCents: '50' } }],
    [
      'plan_fund_not_whole',
      'prizePlan.fund.share',
      { ...pick, prizePlan: { fund: { share: '70%', rounding: 'down' }, tiers: [tierPlan('t4', '10%')], undividedTo: { to: 'operator' } } },
    ],
    [
      'prize_plan_impossible',
      'prizePlan.tiers',
      {
        ...pick,
        prizePlan: {
          fund: { share: '100%', rounding: 'down' },
          tiers: [tierPlan('t4', '60%'), tierPlan('t4b', '60%')],
          undividedTo: { to: 'operator' },
        },
      },
    ],
    ['ranks_without_order', 'bet.ranks.0', ranks(['any-order'])],
    ['ranks_without_order', 'bet.orderRatio', ranks(['order'], 2)],
    [
      'outcomes_duplicate',
      'bet.outcomes',
      { ...pick, bet: { type: 'sports', legs: 4, outcomes: ['1', 'X', '1'], plus: null }, scratch: 'loses' },
    ],
    [
      'outcomes_duplicate',
      'bet.plus.outcomes',
      { ...pick, bet: { type: 'sports', legs: 4, outcomes: ['1', '2'], plus: { name: 'score', outcomes: ['0-0', '0-0'] } } },
    ],
    ['rank_never_reached', 'bet.ranks.1', ranks(['order', 'order'])],
    [
      'rank_never_reached',
      'bet.ranks.2',
      {
        bet: {
          type: 'tierce',
          orderRatio: null,
          ranks: [
            { id: 'order', match: { kind: 'order' } },
            { id: 'two', match: { kind: 'of-first', count: 2, ofFirst: 3 } },
            { id: 'any-order', match: { kind: 'any-order' } },
          ],
        },
      },
    ],
    ['scratch_rule_not_for_bet', 'scratch', { bet: { type: 'over-under', legs: 3 }, scratch: 'substitute-favourite' }],
    [
      'top_tier_missing',
      'voidLegs.consolations',
      { ...pick, tiers: tiers(3), prizePlan: plan('t3'), voidLegs: { consolations: 'suppressed' } },
    ],
    ['takeout_not_for_method', 'takeoutBps', { price: { method: 'net' }, takeoutBps: 10_000 }],
    ['fund_step_not_for_method', 'fundStepCents', { price: { method: 'net' }, fundStepCents: '100' }],
    ['cap_not_for_method', 'payoutCapCents', { price: { method: 'net' }, payoutCapCents: '100' }],
    ['rounding_not_for_method', 'dividend.rounding', { price: { method: 'net' }, dividend: { rounding: 'nearest' } }],
    [
      'shortfall_not_for_method',
      'dividend.shortfall.paidBy',
      { price: { method: 'net' }, dividend: { minimumCents: '110', shortfall: { paidBy: 'refund' } } },
    ],
    ['scratch_rule_not_for_method', 'scratch', { bet: { type: 'double' }, price: { method: 'net' }, scratch: 'consolation' }],
    ...planProblems,
    ['cap_not_for_method', 'payoutCapCents', { ...pick, payoutCapCents: '1000' }],
    ['fund_step_not_for_method', 'fundStepCents', { price: { method: 'jra' }, fundStepCents: '100' }],
    ['guarantee_above_cap', 'guarantee.fundCents', { guarantee: { fundCents: '1001', carryoverCounts: false }, payoutCapCents: '1000' }],
    ['guarantee_not_for_method', 'guarantee', { price: { method: 'jra' }, guarantee: { fundCents: '1000', carryoverCounts: false } }],
  ];

  for (const [reason, path, changes] of impossible) {
    it(`that cannot work is refused: ${reason} at ${path}`, () => {
      expect(refusal(changes)).toBe(`${reason} at ${path}`);
    });
  }
});

describe('opening a pool', () => {
  const card = (runners: number, more: object = {}) => ({
    poolId: 'p',
    meeting: 'm',
    businessDate: '2026-11-30',
    carriedIn: {},
    event: null,
    legs: [{ id: 'race', runners: numbered(runners) }],
    ...more,
  });
  const code = (changes: Changes, json: unknown) => {
    const opened = openPool(definition(changes), json);
    return opened.ok ? 'ok' : opened.code;
  };
  const place: Changes = {
    bet: {
      type: 'place',
      places: [
        { declared: 5, paid: 2 },
        { declared: 8, paid: 3 },
      ],
    },
    price: { method: 'profit-split' },
  };

  it('fixes the paid places by the declared runners, and refuses too few', () => {
    const places = (runners: number) => expectOk(openPool(definition(place), card(runners))).legs[0]?.places;
    expect([places(5), places(7), places(8), places(20)]).toEqual([2, 2, 3, 3]);
    expect(code(place, card(4))).toBe('too_few_runners');
    expect(code({ bet: { type: 'trifecta' } }, card(3))).toBe('too_few_runners');
  });

  it('refuses wrong cards', () => {
    expect(code({}, null)).toBe('card_unreadable');
    expect(code({ bet: { type: 'double' } }, card(8))).toBe('wrong_number_of_legs');
    const race = { id: 'race', runners: numbered(8) };
    expect(code({ bet: { type: 'double' } }, card(8, { legs: [race, { ...race, id: 'race-2' }] }))).toBe('ok');
    expect(code({ bet: { type: 'double' } }, card(8, { legs: [race, race] }))).toBe('duplicate_leg');
    expect(code({}, card(8, { businessDate: '2026-02-30' }))).toBe('card_unreadable');
    expect(code({}, card(8, { legs: [{ id: 'x', runners: [...numbered(2), ...numbered(2)] }] }))).toBe('duplicate_runner');
    expect(code({}, card(8, { carriedIn: { main: '5' } }))).toBe('carryover_not_in_definition');
    expect(code({}, card(8, { carriedIn: { other: '5' } }))).toBe('carryover_not_in_definition');
  });

  it('needs the organiser and competition of an event with free outcomes, and refuses prizes in kind (art. 3.6)', () => {
    const event = { organiser: 'Federation', competition: 'World Cup', prizes: 'money' };
    expect(code({ bet: { type: 'free' } }, card(8, { event }))).toBe('ok');
    expect(code({ bet: { type: 'free' } }, card(8))).toBe('event_missing');
    expect(code({ bet: { type: 'free' } }, card(8, { event: { ...event, prizes: 'kind' } }))).toBe('prizes_in_kind');
  });
});
