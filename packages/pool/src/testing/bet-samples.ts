/** One definition for each bet type with random tickets and results, for the suites that hold for all of them. */
import fc from 'fast-check';
import { goalBandScores, shapeOf } from '../definition/bet-type.ts';
import type { Pool } from '../definition/pool.ts';
import type { PoolResultJson } from '../result/result.ts';
import type { SelectionsJson } from '../ticket/selections.ts';
import { type Changes, definition, poolOn, type Sale } from './definitions.ts';

export type BetSample = {
  readonly name: string;
  readonly pool: Pool;
  readonly sales: fc.Arbitrary<Sale[]>;
  readonly result: fc.Arbitrary<PoolResultJson>;
};

const refund = { step: 'refund' } as const;
const carry = { to: 'next', capCents: null, mandatoryDates: [] };
const toOperator = { to: 'operator' as const };
export const tierPlan = (id: string, share: string, stepCents = '1') => ({
  id,
  prize: { kind: 'shared' as const, share, of: 'fund' as const },
  rounding: { stepCents, mode: 'down' as const, remainderTo: toOperator },
  empty: { to: 'carry' as const, tier: id },
});
const tier = (id: string, correct: number, more: { plus?: 'right' | 'wrong' | 'any'; uniqueOnly?: boolean } = {}) => ({
  id,
  correct,
  plus: more.plus ?? ('any' as const),
  count: 'exactly' as const,
  uniqueOnly: more.uniqueOnly ?? false,
});
const tiered = (tiers: ReturnType<typeof tier>[], shares: string[]): Changes => ({
  price: { method: 'tiered' },
  cascade: [{ step: 'carryover' }],
  carryover: carry,
  tiers,
  prizePlan: {
    fund: { share: '100%', rounding: 'down' },
    tiers: tiers.map(({ id }, i) => tierPlan(id, shares[i] ?? '0%')),
    undividedTo: toOperator,
  },
});
const ranked = (type: 'tierce' | 'quarte' | 'quinte', bonus: boolean): Changes => {
  const ids = bonus ? ['order', 'any-order', 'bonus'] : ['order', 'any-order'];
  return {
    bet: {
      type,
      orderRatio: 2,
      ranks: [
        { id: 'order', match: { kind: 'order' } },
        { id: 'any-order', match: { kind: 'any-order' } },
        ...(bonus ? [{ id: 'bonus', match: { kind: 'of-first' as const, count: 3, ofFirst: 3 } }] : []),
      ],
    },
    price: { method: 'tiered' },
    carryover: carry,
    prizePlan: {
      fund: { share: '100%', rounding: 'down' },
      tiers: ids.map((id, i) => tierPlan(id, ['40%', '40%', '20%'][i] ?? '0%')),
      undividedTo: toOperator,
    },
  };
};
const places = [
  { declared: 4, paid: 2 },
  { declared: 8, paid: 3 },
];

/** Every four-triple block of a football pool in nine lines: any line of the block is within one mark of one of them. */
export const fourTriples = {
  name: 'four-triples',
  marks: [3, 3, 3, 3],
  lines: ['0000', '0111', '0222', '1012', '1120', '1201', '2021', '2102', '2210'],
};

const samples: readonly [string, Changes, readonly number[]][] = [
  ['win', { dividend: { minimumCents: '100' } }, [7]],
  ['win, minimum or refund', { dividend: { minimumCents: '110', breakStepCents: '10', shortfall: { paidBy: 'refund' } } }, [7]],
  [
    'win, minimum from takeout',
    {
      dividend: { minimumCents: '110', shortfall: { paidBy: 'takeout', floorBps: 500, beyondFloor: 'operator' } },
      cascade: [{ step: 'next-finisher' }, refund],
    },
    [7],
  ],
  ['win, jra', { price: { method: 'jra' }, carryover: carry, cascade: [{ step: 'carryover' }] }, [7]],
  [
    'place',
    {
      bet: { type: 'place', places },
      price: { method: 'profit-split' },
      dividend: { minimumCents: '105', breakStepCents: '5' },
      cascade: [{ step: 'next-finisher' }, refund],
    },
    [8],
  ],
  ['place, by place', { bet: { type: 'place', places }, price: { method: 'profit-split', placeShares: 'by-place' } }, [8]],
  [
    'show',
    { bet: { type: 'show', places }, price: { method: 'france' }, dividend: { minimumCents: '110', shortfall: { paidBy: 'refund' } } },
    [8],
  ],
  ['show, net', { bet: { type: 'show', places }, price: { method: 'net' } }, [8]],
  ['quinella', { bet: { type: 'quinella' }, cascade: [{ step: 'contains', count: 1, ofFirst: 2 }, refund] }, [6]],
  ['swinger', { bet: { type: 'swinger', ofFirst: 3 }, price: { method: 'equal-share' } }, [6]],
  [
    'trio',
    { bet: { type: 'trio' }, cascade: [{ step: 'contains', count: 2, ofFirst: 3 }, { step: 'contains', count: 1, ofFirst: 3 }, refund] },
    [6],
  ],
  ['first-4', { bet: { type: 'first-4' }, cascade: [{ step: 'carryover' }], carryover: carry }, [7]],
  ['exacta', { bet: { type: 'exacta' }, cascade: [{ step: 'either-place', places: [1, 2] }, refund] }, [6]],
  [
    'trifecta',
    { bet: { type: 'trifecta' }, cascade: [{ step: 'places-right', places: [1, 2] }, { step: 'places-right', places: [1] }, refund] },
    [6],
  ],
  [
    'superfecta',
    {
      bet: { type: 'superfecta' },
      cascade: [{ step: 'carryover' }],
      carryover: carry,
      guarantee: { fundCents: '500000', carryoverCounts: true },
    },
    [6],
  ],
  ['tierce', ranked('tierce', false), [6]],
  ['quarte', ranked('quarte', true), [6]],
  ['quinte', ranked('quinte', true), [7]],
  ['double', { bet: { type: 'double' }, voidLegs: { first: 'refund' } }, [6, 6]],
  ['treble', { bet: { type: 'treble' }, cascade: [{ step: 'most-correct' }, refund] }, [5, 5, 5]],
  [
    'pick',
    {
      bet: { type: 'pick', legs: 4 },
      ...tiered([tier('jackpot', 4, { uniqueOnly: true }), tier('all', 4), tier('consolation', 3)], ['30%', '50%', '20%']),
      voidLegs: { consolations: 'suppressed' },
    },
    [4, 4, 4, 4],
  ],
  ['placepot', { bet: { type: 'placepot', legs: 3, places }, cascade: [{ step: 'most-correct' }, refund] }, [8, 8, 8]],
  [
    'sports',
    {
      bet: { type: 'sports', legs: 5, outcomes: ['1', 'X', '2'], plus: { name: 'score', outcomes: [...goalBandScores] } },
      ...tiered(
        [tier('five-and-score', 5, { plus: 'right' }), tier('five', 5, { plus: 'wrong' }), tier('four', 4), tier('three', 3)],
        ['30%', '30%', '20%', '20%'],
      ),
      scratch: 'loses',
      reducedSystems: [fourTriples],
    },
    [0, 0, 0, 0, 0, 0],
  ],
  ['over-under', { bet: { type: 'over-under', legs: 3 }, scratch: 'loses' }, [0, 0, 0]],
  ['free', { bet: { type: 'free' } }, [5]],
];

const subset = (runners: readonly number[]) => fc.subarray([...runners], { minLength: 1 });

function raceForms(runners: readonly number[], pick: number): fc.Arbitrary<SelectionsJson> {
  const straight = fc
    .shuffledSubarray([...runners], { minLength: pick, maxLength: pick })
    .map((chosen) => ({ form: 'straight' as const, runners: chosen }));
  const box = fc.subarray([...runners], { minLength: pick }).map((chosen) => ({ form: 'box' as const, runners: chosen }));
  if (pick === 1) return fc.oneof({ weight: 3, arbitrary: straight }, { weight: 1, arbitrary: box });
  const banker = fc
    .tuple(fc.shuffledSubarray([...runners], { minLength: pick + 1 }), fc.integer({ min: 1, max: pick - 1 }))
    .map(([chosen, bankers]) => ({ form: 'banker' as const, bankers: chosen.slice(0, bankers), partners: chosen.slice(bankers) }));
  // A runner of its own in each place makes sure that at least one combination is left.
  const wheel = fc
    .tuple(
      fc.shuffledSubarray([...runners], { minLength: pick, maxLength: pick }),
      fc.array(subset(runners), { minLength: pick, maxLength: pick }),
    )
    .map(([own, sets]) => ({ form: 'wheel' as const, places: own.map((runner, i) => [...new Set([runner, ...(sets[i] ?? [])])]) }));
  return fc.oneof({ weight: 3, arbitrary: straight }, box, banker, wheel);
}

function legForms(pool: Pool): fc.Arbitrary<SelectionsJson> {
  const { bet, reducedSystems } = pool.definition;
  const plusLeg = bet.type === 'sports' && bet.plus ? bet.legs : -1;
  const numbers = pool.legs.map((leg) => leg.runners.map((runner) => runner.number));
  const legs = fc
    .tuple(...numbers.map((runners, i) => (i === plusLeg ? fc.constantFrom(...runners).map((one) => [one]) : subset(runners))))
    .map((sets) => ({ form: 'legs' as const, legs: sets }));
  if (reducedSystems.length === 0) return legs;
  const single = fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 16 }));
  const reduced = single.map(([last, score]) => ({
    form: 'reduced' as const,
    system: fourTriples.name,
    legs: [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3], [last], [score]],
  }));
  return fc.oneof({ weight: 4, arbitrary: legs }, { weight: 1, arbitrary: reduced });
}

/** An order of finish with dead heats; some runners may not finish. */
export function finishOf(runners: readonly number[], least: number): fc.Arbitrary<number[][]> {
  return fc
    .tuple(
      fc.shuffledSubarray([...runners], { minLength: least }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: runners.length, maxLength: runners.length }),
    )
    .map(([order, joins]) => {
      const groups: number[][] = [];
      order.forEach((runner, i) => {
        const last = groups.at(-1);
        if (last && joins[i] === 0) last.push(runner);
        else groups.push([runner]);
      });
      return groups;
    });
}

function resultsOf(pool: Pool): fc.Arbitrary<PoolResultJson> {
  const matches = ['sports', 'over-under', 'free'].includes(pool.definition.bet.type);
  const legs = pool.legs.map((leg): fc.Arbitrary<PoolResultJson['legs'][number]> => {
    const runners = leg.runners.map((runner) => runner.number);
    const decided: fc.Arbitrary<PoolResultJson['legs'][number]> = matches
      ? fc.subarray(runners, { minLength: 1, maxLength: 2 }).map((winners) => ({ kind: 'outcome', winners }))
      : finishOf(runners, 1).map((order) => ({ kind: 'finish', order }));
    return fc.oneof({ weight: 9, arbitrary: decided }, { weight: 1, arbitrary: fc.constant({ kind: 'void' as const }) });
  });
  return fc.tuple(...legs).map((all) => ({ meeting: pool.meeting, version: 1, legs: all }));
}

export const betSamples: readonly BetSample[] = samples.map(([name, changes, runners]) => {
  const event = changes.bet?.type === 'free' ? { organiser: 'Federation', competition: 'World Cup', prizes: 'money' as const } : null;
  const pool = poolOn(definition({ ...changes, stake: { flexiMinimumBps: 1, ...changes.stake } }), runners, { event });
  const shape = shapeOf(pool.definition.bet);
  const numbers = pool.legs[0]?.runners.map((runner) => runner.number) ?? [];
  const selections = shape.kind === 'legs' ? legForms(pool) : raceForms(numbers, shape.pick);
  const sale = fc
    .tuple(selections, fc.bigInt({ min: 1_000_000n, max: 9_999_999n }))
    .map(([played, stakeCents]) => ({ selections: played, stakeCents }));
  return { name, pool, sales: fc.array(sale, { minLength: 0, maxLength: 14 }), result: resultsOf(pool) };
});
