import { identifier } from '@valira/prizes';
import { z } from 'zod';
import { partFields } from './game-fields.ts';

/**
 * Keno: the player marks s of `spots` numbers and `drawn` are drawn; each s has its own prizes, and few hits may win too.
 * Example: 10 marked of 80, 20 drawn, 0 hits pays 3.00 on 1.00.
 */
export const kenoPlay = {
  family: z.literal('keno'),
  ...partFields,
  spots: z.int().min(10).max(128),
  drawn: z.int().min(1).max(60),
  minMarks: z.int().min(1).max(20),
  maxMarks: z.int().min(1).max(20),
  wins: z
    .array(z.strictObject({ tier: identifier, marks: z.int().min(1).max(20), hits: z.int().min(0).max(20) }))
    .min(1)
    .max(300),
};
