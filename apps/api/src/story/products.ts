/** The products of the story, as definitions like any other: a 6/45 and a win pool. */
import { cims645 } from '@valira/games';
import type { PoolDefinitionJson } from '@valira/pool';
import type { NewVersion } from '../modules/products/index.ts';

/** Win: takeout 30 % (tax on stakes included), dividends down to 0.10, at least 1.10 out of breakage, otherwise refund (pool.md, defaults). */
export const winPool: PoolDefinitionJson = {
  schema: 1,
  id: 'guanyador',
  version: 1,
  effectiveFrom: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  bet: { type: 'win' },
  price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
  takeoutBps: 3000,
  fundStepCents: '1',
  dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '110', shortfall: { paidBy: 'refund' } },
  cascade: [{ step: 'next-finisher' }, { step: 'refund' }],
  scratch: 'refund',
  voidLegs: { first: 'all-win', later: 'all-win', refundAbove: 0, consolations: 'kept' },
  guarantee: null,
  carryover: null,
  tiers: [],
  prizePlan: null,
  stake: { unitCents: '100', minimumCents: '100', maximumCents: '100000', maximumCombinations: 1, flexiMinimumBps: null },
  reducedSystems: [],
  payoutCapCents: null,
};

const everywhere = (name: string) => ({ ca: name, es: name, fr: name, en: name });

export const CIMS: NewVersion = {
  slug: 'cims-645',
  family: 'draw',
  modality: 'a',
  names: everywhere('Cims 6/45'),
  channels: ['online', 'shop'],
  definition: cims645,
};

export const WIN: NewVersion = {
  slug: 'guanyador',
  family: 'pool',
  modality: 'c',
  names: { ca: 'Guanyador', es: 'Ganador', fr: 'Gagnant', en: 'Win' },
  channels: ['online'],
  definition: winPool,
};

export const RACE = {
  meeting: 'Soldeu',
  organiser: 'Societat de Curses dels Pirineus',
  competition: 'Circuit d’hivern 2026',
  runners: [
    'Pic de la Serrera',
    'Rosa d’Ordino',
    'Segudet',
    'Vall d’Incles',
    'Neret',
    'Llac de Tristaina',
    'Font de la Boïgota',
    'Casamanya',
  ].map((name, i) => ({
    number: i + 1,
    name,
  })),
};
