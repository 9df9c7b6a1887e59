/**
 * Joker: a number of seven digits printed on the ticket, 1.00; prizes for all seven and for the first or last six to one.
 *
 * Example: printed 1234567, drawn 9934567: the last five are right and pay 1,000.00.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { fixedTier, sameName, toOperator } from './write-template.ts';

type AddOnJson = NonNullable<GameDefinitionJson['addOns']>[number];

const amounts: readonly (readonly [number, string])[] = [
  [6, '1000000'],
  [5, '100000'],
  [4, '10000'],
  [3, '1000'],
  [2, '300'],
  [1, '100'],
];

export const jokerAddOn: AddOnJson = {
  id: 'joker',
  name: sameName('Joker'),
  required: false,
  per: 'ticket',
  family: 'digits',
  unitPriceCents: '100',
  positions: 7,
  repeats: 'allowed',
  chosenBy: 'issuer',
  bets: [{ id: 'number', name: { ca: 'Número imprès', es: 'Número impreso', fr: 'Numéro imprimé', en: 'Printed number' } }],
  wins: [
    { tier: '7', bet: 'number', match: { kind: 'exact' } },
    ...amounts.flatMap(([digits]) => [
      { tier: String(digits), bet: 'number', match: { kind: 'first' as const, digits } },
      { tier: String(digits), bet: 'number', match: { kind: 'last' as const, digits } },
    ]),
  ],
  prizes: {
    fund: { share: '45%', rounding: 'down' },
    tiers: [fixedTier('7', '100000000'), ...amounts.map(([digits, cents]) => fixedTier(String(digits), cents))],
    undividedTo: toOperator,
  },
};
