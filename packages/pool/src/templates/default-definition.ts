/**
 * Definitions that an operator starts from: one for each bet type, with the defaults of a class C and C@ licence.
 *
 * Rule reference: pool.md, "Defaults": at least 70 % of stakes is paid (takeout 30 % with the tax of 25 % of stakes in it), unit
 * of 1.00 for bets on one runner and 0.20 for combined bets, dividends down to 0.10, minimum 1.10 funded by breakage, otherwise
 * refund. All of it is data: an operator changes and dates it for each product.
 * Example: `defaultDefinition('exacta', …)` sells combinations at 0.20 and pays dividends for 1.00 in steps of 0.10.
 */
import { type Bet, type BetType, goalBandScores, shapeOf } from '../definition/bet-type.ts';
import type { PoolDefinitionJson } from '../definition/pool-definition.ts';
import { fourTriplesInNine, sevenDoublesInSixteen } from './reduced-systems.ts';

type Plan = NonNullable<PoolDefinitionJson['prizePlan']>;
type Cascade = PoolDefinitionJson['cascade'];

/** Two places from five declared runners, three from eight. */
const places = [
  { declared: 5, paid: 2 },
  { declared: 8, paid: 3 },
];
const order = { id: 'order', match: { kind: 'order' as const } };
const anyOrder = { id: 'any-order', match: { kind: 'any-order' as const } };
const ofFirst = (id: string, count: number, first: number) => ({ id, match: { kind: 'of-first' as const, count, ofFirst: first } });

const bets: { readonly [T in BetType]: Extract<Bet, { type: T }> } = {
  win: { type: 'win' },
  place: { type: 'place', places },
  show: { type: 'show', places: [{ declared: 6, paid: 3 }] },
  quinella: { type: 'quinella' },
  swinger: { type: 'swinger', ofFirst: 3 },
  trio: { type: 'trio' },
  'first-4': { type: 'first-4' },
  exacta: { type: 'exacta' },
  trifecta: { type: 'trifecta' },
  superfecta: { type: 'superfecta' },
  tierce: { type: 'tierce', orderRatio: 2, ranks: [order, anyOrder] },
  quarte: { type: 'quarte', orderRatio: 2, ranks: [order, anyOrder, ofFirst('bonus-3', 3, 3)] },
  quinte: {
    type: 'quinte',
    orderRatio: 2,
    ranks: [order, anyOrder, ofFirst('bonus-4', 4, 4), ofFirst('bonus-4-of-5', 4, 5), ofFirst('bonus-3', 3, 3)],
  },
  double: { type: 'double' },
  treble: { type: 'treble' },
  pick: { type: 'pick', legs: 6 },
  placepot: { type: 'placepot', legs: 6, places },
  sports: { type: 'sports', legs: 14, outcomes: ['1', 'X', '2'], plus: { name: 'score', outcomes: [...goalBandScores] } },
  'over-under': { type: 'over-under', legs: 1 },
  free: { type: 'free' },
};

/** Shares of the fund by tier or rank, best first. */
const shares: Partial<Record<BetType, readonly (readonly [string, string])[]>> = {
  tierce: [
    ['order', '40%'],
    ['any-order', '60%'],
  ],
  quarte: [
    ['order', '30%'],
    ['any-order', '50%'],
    ['bonus-3', '20%'],
  ],
  quinte: [
    ['order', '30%'],
    ['any-order', '30%'],
    ['bonus-4', '15%'],
    ['bonus-4-of-5', '15%'],
    ['bonus-3', '10%'],
  ],
  pick: [
    ['all', '75%'],
    ['consolation', '25%'],
  ],
  sports: [
    ['all-and-score', '15%'],
    ['right-14', '25%'],
    ['right-13', '20%'],
    ['right-12', '20%'],
    ['right-11', '20%'],
  ],
};

const tiers: Partial<Record<BetType, PoolDefinitionJson['tiers']>> = {
  pick: [
    { id: 'all', correct: 6, plus: 'any', count: 'exactly', uniqueOnly: false },
    { id: 'consolation', correct: 5, plus: 'any', count: 'exactly', uniqueOnly: false },
  ],
  sports: [
    { id: 'all-and-score', correct: 14, plus: 'right', count: 'exactly', uniqueOnly: false },
    ...[14, 13, 12, 11].map((correct) => ({
      id: `right-${correct}`,
      correct,
      plus: 'any' as const,
      count: 'exactly' as const,
      uniqueOnly: false,
    })),
  ],
};

function prizePlan(type: BetType, stepCents: string): Plan | null {
  const split = shares[type];
  if (!split) return null;
  return {
    fund: { share: '100%', rounding: 'down' },
    tiers: split.map(([id, share]) => ({
      id,
      prize: { kind: 'shared', share, of: 'fund' },
      rounding: { stepCents, mode: 'down', remainderTo: { to: 'operator' } },
      empty: { to: 'carry', tier: id },
    })),
    undividedTo: { to: 'operator' },
  };
}

/** Partial matches before the money goes back; bets on one runner look for the next finisher. */
function cascadeOf(bet: Bet): Cascade {
  const refund = { step: 'refund' as const };
  switch (bet.type) {
    case 'quinella':
      return [{ step: 'contains', count: 1, ofFirst: 2 }, refund];
    case 'trio':
      return [{ step: 'contains', count: 2, ofFirst: 3 }, refund];
    case 'exacta':
      return [{ step: 'either-place', places: [1, 2] }, refund];
    case 'trifecta':
      return [{ step: 'places-right', places: [1, 2] }, { step: 'places-right', places: [1] }, refund];
    case 'superfecta':
      return [{ step: 'places-right', places: [1, 2, 3] }, { step: 'places-right', places: [1, 2] }, refund];
    case 'treble':
    case 'placepot':
      return [{ step: 'most-correct' }, refund];
    default:
      return shares[bet.type] ? [{ step: 'carryover' }] : [refund];
  }
}

function methodOf(type: BetType): PoolDefinitionJson['price']['method'] {
  if (shares[type]) return 'tiered';
  return type === 'place' || type === 'show' ? 'france' : type === 'swinger' ? 'equal-share' : 'single';
}

/** `id` names the product and, for money that waits, its series of pools. */
export function defaultDefinition(type: BetType, product: { id: string; effectiveFrom: string }): PoolDefinitionJson {
  const bet = bets[type];
  const shape = shapeOf(bet);
  const onOne = (shape.kind === 'legs' ? shape.legs : shape.pick) === 1;
  const tiered = shares[type] !== undefined;
  const unitCents = onOne ? '100' : '20';
  const matches = type === 'sports' || type === 'over-under';
  return {
    schema: 1,
    id: product.id,
    version: 1,
    effectiveFrom: product.effectiveFrom,
    currency: 'EUR',
    bet,
    price: { method: methodOf(type), deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
    takeoutBps: 3000,
    fundStepCents: '1',
    dividend: tiered
      ? { perCents: unitCents, breakStepCents: '10', rounding: 'down', minimumCents: '0', shortfall: { paidBy: 'operator' } }
      : { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '110', shortfall: { paidBy: 'refund' } },
    cascade: cascadeOf(bet),
    scratch: shape.kind !== 'legs' ? 'refund' : matches ? 'loses' : 'substitute-favourite',
    voidLegs: {
      first: type === 'double' ? 'refund' : 'all-win',
      later: 'all-win',
      refundAbove: Math.max(1, Math.floor((shape.kind === 'legs' ? shape.legs : 1) / 3)),
      consolations: type === 'pick' ? 'suppressed' : 'kept',
    },
    guarantee: null,
    carryover: tiered ? { to: product.id, capCents: null, mandatoryDates: [] } : null,
    tiers: tiers[type] ?? [],
    prizePlan: prizePlan(type, '10'),
    stake: { unitCents, minimumCents: '100', maximumCents: '100000', maximumCombinations: 10_000, flexiMinimumBps: null },
    reducedSystems: type === 'sports' ? [fourTriplesInNine, sevenDoublesInSixteen] : [],
    payoutCapCents: null,
  };
}
