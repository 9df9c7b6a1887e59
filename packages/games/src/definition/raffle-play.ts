import { identifier } from '@valira/prizes';
import { z } from 'zod';
import { partFields } from './game-fields.ts';

/** Raffle codes: each ticket bears a unique code and the draw picks among the codes sold, so somebody always wins. */
export const rafflePlay = {
  family: z.literal('raffle'),
  ...partFields,
  /** Parts of the printed code, most significant first: [{ symbols: 'ABC', length: 2 }, …]. */
  pattern: z
    .array(z.strictObject({ symbols: z.string().regex(/^[A-Z0-9]{2,36}$/), length: z.int().min(1).max(10) }))
    .min(1)
    .max(6),
  wins: z
    .array(z.strictObject({ tier: identifier, codes: z.int().min(1).max(10_000) }))
    .min(1)
    .max(300),
};
