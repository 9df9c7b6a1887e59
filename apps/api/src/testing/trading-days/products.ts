/**
 * What is sold in the simulation. Small drums, so that every tier is won often and the jackpot falls every few weeks; the platform's own 6/45
 * beside them; a digits game; a win pool and a trifecta whose money waits; a draw that another operator settles.
 */
import { cims645, type GameDefinitionJson } from '@valira/games';
import type { PoolDefinitionJson } from '@valira/pool';
import type { NewVersion } from '../../modules/products/index.ts';
import { winPool } from '../../story/products.ts';

const everywhere = (name: string) => ({ ca: name, es: name, fr: name, en: name });
const toReserve = { to: 'account', account: 'reserve' } as const;
const toJackpot = { to: 'carry', tier: '4' } as const;
const down = { stepCents: '1', mode: 'down', remainderTo: toReserve } as const;

/** Four of sixteen with a bonus number, by balls, Mondays, Thursdays and Saturdays. */
const serra: GameDefinitionJson = {
  schema: 1,
  id: 'serra',
  version: 1,
  name: everywhere('Serra 4/16'),
  currency: 'EUR',
  draws: {
    timeZone: 'Europe/Andorra',
    weekly: [1, 4, 6].map((weekday) => ({ weekday, time: '21:00' })),
    from: '2026-01-01',
    except: ['2027-12-25'],
  },
  sales: { opensDaysBefore: 12, closesMinutesBefore: 30, cancelMinutes: 10 },
  limits: { maxEntries: 5, maxLines: 100, maxDraws: 4, maxStakeCents: '50000' },
  claim: { days: 20, closedDays: 'count' },
  family: 'matrix',
  unitPriceCents: '100',
  panels: [{ id: 'main', from: 16, choose: 4, maxPicks: 7 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  wins: [
    { tier: '4', hits: { main: 4 } },
    { tier: '3-bonus', hits: { main: 3, bonus: 1 } },
    { tier: '3', hits: { main: 3, bonus: 0 } },
    { tier: '2', hits: { main: 2 } },
  ],
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    accounts: ['reserve'],
    setAsides: [{ account: 'reserve', share: '5%', of: 'rest' }],
    fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
    tiers: [
      {
        id: '4',
        prize: { kind: 'shared', share: '60%', of: 'rest' },
        rounding: down,
        empty: toJackpot,
        jackpot: {
          guarantee: { amountCents: '20000', from: ['reserve', 'operator'] },
          cap: { amountCents: '30000', excessTo: { to: 'next-lower', otherwise: toReserve } },
        },
      },
      { id: '3-bonus', prize: { kind: 'shared', share: '10%', of: 'rest' }, rounding: down, empty: toJackpot },
      { id: '3', prize: { kind: 'shared', share: '20%', of: 'rest' }, rounding: down, empty: toJackpot },
      {
        id: '2',
        prize: { kind: 'fixed', amountCents: '150' },
        rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'operator' } },
      },
    ],
    undividedTo: toReserve,
    inversion: { rule: 'merge', fixedTiers: { raiseFrom: ['reserve', 'operator'] } },
  },
};

const fixed = (id: string, amountCents: string) => ({
  id,
  prize: { kind: 'fixed', amountCents } as const,
  rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'operator' } } as const,
});

/** Three digits by the generator, Tuesdays, Fridays and Sundays. */
const trio: GameDefinitionJson = {
  schema: 1,
  id: 'trio',
  version: 1,
  name: everywhere('Trio'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Andorra', weekly: [2, 5, 7].map((weekday) => ({ weekday, time: '20:30' })), from: '2026-01-01' },
  sales: { opensDaysBefore: 9, closesMinutesBefore: 10, cancelMinutes: 10 },
  limits: { maxEntries: 5, maxLines: 5, maxDraws: 3, maxStakeCents: '50000' },
  claim: { days: 15, closedDays: 'extend' },
  family: 'digits',
  unitPriceCents: '100',
  units: [1, 2, 5],
  positions: 3,
  repeats: 'allowed',
  chosenBy: 'player',
  bets: [{ id: 'number', name: everywhere('Number') }],
  wins: [
    { tier: 'exact', bet: 'number', match: { kind: 'exact' } },
    { tier: 'last-2', bet: 'number', match: { kind: 'last', digits: 2 } },
    { tier: 'first-1', bet: 'number', match: { kind: 'first', digits: 1 } },
  ],
  prizes: {
    fund: { share: '55%', rounding: 'down' },
    tiers: [fixed('exact', '20000'), fixed('last-2', '1000'), fixed('first-1', '150')],
    undividedTo: { to: 'operator' },
  },
};

/** The 6/45 of another operator, Fridays: its numbers, sales and winners are imported, nothing of it is sold here. */
const forana: GameDefinitionJson = {
  ...cims645,
  id: 'forana',
  name: everywhere('Forana 6/45'),
  draws: { timeZone: 'Europe/Andorra', weekly: [{ weekday: 5, time: '21:30' }], from: '2026-01-01' },
  limits: { ...cims645.limits, maxDraws: 1 },
};

const trifecta: PoolDefinitionJson = {
  ...winPool,
  id: 'trifecta',
  bet: { type: 'trifecta' },
  cascade: [{ step: 'carryover' }],
  carryover: { to: 'trifecta', capCents: null, mandatoryDates: [] },
  stake: { unitCents: '20', minimumCents: '20', maximumCents: '100000', maximumCombinations: 60, flexiMinimumBps: null },
};

const version = (
  slug: string,
  family: 'draw' | 'pool',
  definition: unknown,
  channels: readonly ('online' | 'shop')[] = ['online', 'shop'],
): NewVersion => ({ slug, family, modality: family === 'pool' ? 'c' : 'a', names: everywhere(slug), channels, definition });

export const PRODUCTS = [
  { version: version('serra', 'draw', serra), source: 'machine', horizonDays: 7 },
  { version: version('trio', 'draw', trio), source: 'rng', horizonDays: 7 },
  { version: version('cims-645', 'draw', cims645), source: 'rng', horizonDays: 7 },
  { version: version('forana', 'draw', forana, ['online']), source: 'external', horizonDays: 7 },
  { version: version('guanyador', 'pool', winPool), source: null, horizonDays: 0 },
  { version: version('trifecta', 'pool', trifecta), source: null, horizonDays: 0 },
] as const;

export type Slug = 'serra' | 'trio' | 'cims-645' | 'forana' | 'guanyador' | 'trifecta';
