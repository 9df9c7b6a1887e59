/**
 * Lotería Nacional: 100,000 pre-assigned numbers in series, each of ten fractions; the Christmas draw and an ordinary one.
 *
 * Christmas, per series of ten fractions (games.md): 4,000,000; 1,250,000; 500,000; 2 × 200,000; 8 × 60,000; 1,794 × 1,000; neighbours
 * 2 × 20,000, 2 × 12,500, 2 × 9,600; 495 hundreds × 1,000; 2,997 endings × 1,000; 9,999 refunds × 200: 15,304 prizes, 14,000,000 = 70 %
 * of 20,000,000. A fraction costs 20.00 and wins a tenth of each.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { fixedTier, toOperator, unconfirmedSale, weekly } from './write-template.ts';

/** One line of a prize list: amount per series in euro, which a fraction wins a tenth of. */
const prize = (id: string, perSeriesEuro: number) => fixedTier(id, String(perSeriesEuro * 10));

/** What players call the draws of the list. */
const drawNames = {
  first: { ca: 'primer premi', es: 'primer premio', fr: 'premier lot', en: 'first prize' },
  second: { ca: 'segon premi', es: 'segundo premio', fr: 'deuxième lot', en: 'second prize' },
  third: { ca: 'tercer premi', es: 'tercer premio', fr: 'troisième lot', en: 'third prize' },
  fourth: { ca: 'quart premi', es: 'cuarto premio', fr: 'quatrième lot', en: 'fourth prize' },
  fifth: { ca: 'cinquè premi', es: 'quinto premio', fr: 'cinquième lot', en: 'fifth prize' },
  minor: { ca: 'pedrea', es: 'pedrea', fr: 'petits lots', en: 'small prizes' },
  four: {
    ca: 'extraccions de quatre xifres',
    es: 'extracciones de cuatro cifras',
    fr: 'tirages de quatre chiffres',
    en: 'draws of four digits',
  },
  three: {
    ca: 'extraccions de tres xifres',
    es: 'extracciones de tres cifras',
    fr: 'tirages de trois chiffres',
    en: 'draws of three digits',
  },
  two: { ca: 'extraccions de dues xifres', es: 'extracciones de dos cifras', fr: 'tirages de deux chiffres', en: 'draws of two digits' },
  refunds: { ca: 'reintegraments', es: 'reintegros', fr: 'remboursements', en: 'refund digits' },
};

const stock = { digits: 5, numbers: 100_000, fractionCount: 10 } as const;
const sale = { sales: { opensDaysBefore: 180, closesMinutesBefore: 60 }, claim: { days: 90, closedDays: 'extend' } } as const;

export const loteriaNacionalChristmas: GameDefinitionJson = {
  schema: 1,
  id: 'loteria-nacional-christmas',
  version: 1,
  name: {
    ca: 'Loteria Nacional, sorteig de Nadal',
    es: 'Lotería Nacional, sorteo de Navidad',
    fr: 'Loterie nationale, tirage de Noël',
    en: 'National lottery, Christmas draw',
  },
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', from: '2026-12-22', extra: [{ day: '2026-12-22', time: '09:00' }] },
  ...sale,
  limits: { maxEntries: 100, maxLines: 100, maxDraws: 1, maxStakeCents: '200000' },
  unconfirmed: [...unconfirmedSale, { path: 'seriesCount', note: 'series issued, which changes every year' }],
  family: 'preassigned',
  unitPriceCents: '2000',
  ...stock,
  seriesCount: 193,
  extractions: [
    { id: 'first', name: drawNames.first, count: 1, digits: 5 },
    { id: 'second', name: drawNames.second, count: 1, digits: 5 },
    { id: 'third', name: drawNames.third, count: 1, digits: 5 },
    { id: 'fourth', name: drawNames.fourth, count: 2, digits: 5 },
    { id: 'fifth', name: drawNames.fifth, count: 8, digits: 5 },
    { id: 'minor', name: drawNames.minor, count: 1794, digits: 5 },
  ],
  wins: [
    { tier: 'first', extraction: 'first', match: { kind: 'number' } },
    { tier: 'second', extraction: 'second', match: { kind: 'number' } },
    { tier: 'third', extraction: 'third', match: { kind: 'number' } },
    { tier: 'fourth', extraction: 'fourth', match: { kind: 'number' } },
    { tier: 'fifth', extraction: 'fifth', match: { kind: 'number' } },
    { tier: 'minor', extraction: 'minor', match: { kind: 'number' } },
    { tier: 'first-neighbour', extraction: 'first', match: { kind: 'neighbour' } },
    { tier: 'second-neighbour', extraction: 'second', match: { kind: 'neighbour' } },
    { tier: 'third-neighbour', extraction: 'third', match: { kind: 'neighbour' } },
    ...['first', 'second', 'third', 'fourth'].map((extraction) => ({
      tier: 'hundred',
      extraction,
      match: { kind: 'block' as const, freeDigits: 2 },
    })),
    ...['first', 'second', 'third'].map((extraction) => ({ tier: 'ending', extraction, match: { kind: 'ending' as const, digits: 2 } })),
    { tier: 'refund', extraction: 'first', match: { kind: 'ending', digits: 1 } },
  ],
  prizes: {
    fund: { share: '70%', rounding: 'down' },
    tiers: [
      prize('first', 4_000_000),
      prize('second', 1_250_000),
      prize('third', 500_000),
      prize('fourth', 200_000),
      prize('fifth', 60_000),
      prize('first-neighbour', 20_000),
      prize('second-neighbour', 12_500),
      prize('third-neighbour', 9_600),
      prize('minor', 1_000),
      prize('hundred', 1_000),
      prize('ending', 1_000),
      prize('refund', 200),
    ],
    undividedTo: toOperator,
  },
  prizeList: { prizesPerSeries: 15_304, totalPerSeriesCents: '1400000000' },
};

export const loteriaNacional: GameDefinitionJson = {
  schema: 1,
  id: 'loteria-nacional',
  version: 1,
  name: {
    ca: 'Loteria Nacional, sorteig ordinari',
    es: 'Lotería Nacional, sorteo ordinario',
    fr: 'Loterie nationale, tirage ordinaire',
    en: 'National lottery, ordinary draw',
  },
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('21:00', 4), from: '2020-01-02' },
  ...sale,
  limits: { maxEntries: 100, maxLines: 100, maxDraws: 4, maxStakeCents: '200000' },
  unconfirmed: [...unconfirmedSale, { path: 'seriesCount', note: 'series issued' }, { path: 'prizes', note: 'whole prize list and price' }],
  family: 'preassigned',
  unitPriceCents: '300',
  ...stock,
  seriesCount: 6,
  extractions: [
    { id: 'first', name: drawNames.first, count: 1, digits: 5 },
    { id: 'second', name: drawNames.second, count: 1, digits: 5 },
    { id: 'four', name: drawNames.four, count: 4, digits: 4 },
    { id: 'three', name: drawNames.three, count: 11, digits: 3 },
    { id: 'two', name: drawNames.two, count: 5, digits: 2 },
    { id: 'refunds', name: drawNames.refunds, count: 2, digits: 1 },
  ],
  wins: [
    { tier: 'first', extraction: 'first', match: { kind: 'number' } },
    { tier: 'second', extraction: 'second', match: { kind: 'number' } },
    { tier: 'first-neighbour', extraction: 'first', match: { kind: 'neighbour' } },
    { tier: 'second-neighbour', extraction: 'second', match: { kind: 'neighbour' } },
    { tier: 'four', extraction: 'four', match: { kind: 'ending', digits: 4 } },
    { tier: 'hundred', extraction: 'first', match: { kind: 'block', freeDigits: 2 } },
    { tier: 'hundred', extraction: 'second', match: { kind: 'block', freeDigits: 2 } },
    { tier: 'three', extraction: 'three', match: { kind: 'ending', digits: 3 } },
    { tier: 'last-two', extraction: 'first', match: { kind: 'ending', digits: 2 } },
    { tier: 'two', extraction: 'two', match: { kind: 'ending', digits: 2 } },
    { tier: 'refund', extraction: 'first', match: { kind: 'ending', digits: 1 } },
    { tier: 'refund', extraction: 'refunds', match: { kind: 'ending', digits: 1 } },
  ],
  prizes: {
    fund: { share: '70%', rounding: 'down' },
    tiers: [
      prize('first', 300_000),
      prize('second', 60_000),
      prize('first-neighbour', 12_000),
      prize('second-neighbour', 7_500),
      prize('four', 750),
      prize('hundred', 300),
      prize('three', 150),
      prize('last-two', 120),
      prize('two', 60),
      prize('refund', 30),
    ],
    undividedTo: toOperator,
  },
};
