/**
 * A five-digit coupon with series: the number and the series drawn pay most, then the number, then its first or last digits.
 *
 * Example: coupon 12345 series 7; drawn 12345 series 9 pays 35,000.00; drawn 99345 pays 20.00 for the last three.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { fixedTier, saleRules, toOperator, unconfirmedSale, weekly } from './write-template.ts';

export const cupon: GameDefinitionJson = {
  schema: 1,
  id: 'cupon',
  version: 1,
  name: { ca: 'Cupó', es: 'Cupón', fr: 'Coupon', en: 'Coupon' },
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('21:25', 1, 2, 3, 4), from: '2020-01-02' },
  ...saleRules,
  claim: { days: 30, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale,
    { path: 'seriesCount', note: 'series issued' },
    { path: 'prizes', note: 'whole prize table and price' },
  ],
  family: 'digits',
  unitPriceCents: '200',
  positions: 5,
  repeats: 'allowed',
  seriesCount: 120,
  chosenBy: 'player',
  bets: [{ id: 'coupon', name: { ca: 'Número i sèrie', es: 'Número y serie', fr: 'Numéro et série', en: 'Number and series' } }],
  wins: [
    { tier: 'series', bet: 'coupon', match: { kind: 'exact', series: true } },
    { tier: '5', bet: 'coupon', match: { kind: 'exact' } },
    { tier: '4', bet: 'coupon', match: { kind: 'last', digits: 4 } },
    { tier: '4', bet: 'coupon', match: { kind: 'first', digits: 4 } },
    { tier: '3', bet: 'coupon', match: { kind: 'last', digits: 3 } },
    { tier: '2', bet: 'coupon', match: { kind: 'last', digits: 2 } },
    { tier: '1', bet: 'coupon', match: { kind: 'last', digits: 1 } },
    { tier: '1', bet: 'coupon', match: { kind: 'first', digits: 1 } },
  ],
  prizes: {
    fund: { share: '55%', rounding: 'down' },
    tiers: [
      fixedTier('series', '50000000'),
      fixedTier('5', '3500000'),
      fixedTier('4', '25000'),
      fixedTier('3', '2000'),
      fixedTier('2', '600'),
      fixedTier('1', '200'),
    ],
    undividedTo: toOperator,
  },
};
