import { identifier } from '@valira/prizes';
import { z } from 'zod';
import { localized, partFields } from './game-fields.ts';

/** How a digit bet wins; `series` also asks for the ticket's series to be the drawn one. */
const digitMatch = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact'), series: z.boolean().default(false) }),
  /** `orders` narrows it to bets whose digits have that many different orders: 6 for 427, 3 for 422. */
  z.strictObject({ kind: z.literal('any-order'), orders: z.int().min(1).optional(), series: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('first'), digits: z.int().min(1).max(9), series: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('last'), digits: z.int().min(1).max(9), series: z.boolean().default(false) }),
]);

/**
 * Digits: ordered digits and bets on them. Within a group a bet wins its first matching tier in the order of `wins`.
 * Example: 427 bet in any order wins when 274 is drawn. `repeats` says whether a digit may be drawn twice.
 */
export const digitsPlay = {
  family: z.literal('digits'),
  ...partFields,
  positions: z.int().min(1).max(9),
  repeats: z.enum(['allowed', 'forbidden']),
  /** Series printed on tickets, 1 … count; 0 = none. */
  seriesCount: z.int().min(0).max(9999).default(0),
  /** Whether the digits are the player's choice or assigned when the ticket is issued. */
  chosenBy: z.enum(['player', 'issuer']),
  bets: z
    .array(z.strictObject({ id: identifier, name: localized }))
    .min(1)
    .max(255),
  wins: z
    .array(z.strictObject({ tier: identifier, bet: identifier, group: identifier.default('line'), match: digitMatch }))
    .min(1)
    .max(300),
};
