/**
 * Working papers of an instant game: the finite run with its exact prize structure, as one validated definition.
 *
 * Example: 120,000 tickets at EUR 2.00 in packs of 60; a tier of 12,000 prizes of 2.00 placed `low`, 4 to 8 in every pack; a tier of
 * 4 prizes of 10,000.00 placed `top`, anywhere. The stated fund must be the sum of all prizes to the cent.
 *
 * JSON-safe: amounts are text in whole cents.
 */
import { identifier, positiveCentsText } from '@valira/prizes';
import { z } from 'zod';
import { claimPeriod, gameFields } from '../../definition/game-fields.ts';
import { playRule } from './play-rules.ts';

/** Where the prizes of a tier lie in a printed run. */
const spread = z.enum(['low', 'mid', 'top']);
export type Spread = z.output<typeof spread>;

export const instantTier = z.strictObject({
  id: identifier,
  /** Prizes of this tier in the run, exactly. */
  count: z.int().min(1).max(100_000_000),
  /** Amounts that add up on one ticket, in the order they are told; one amount as a rule. */
  partsCents: z.array(positiveCentsText).min(1).max(10),
  /** The sum of the parts is paid this many times (style `multiplier` alone). */
  multiplier: z.int().min(1).max(99).default(1),
  /**
   * `low`: between `perPack.min` and `perPack.max` in every pack; `mid`: at most one prize of all mid tiers in a pack, spread evenly
   * over the segments; `top`: in any pack with equal chance. Stated for every tier of a printed run and for none of an electronic one.
   */
  spread: spread.optional(),
  perPack: z.strictObject({ min: z.int().min(0).max(200), max: z.int().min(1).max(200) }).optional(),
});
export type InstantTier = z.output<typeof instantTier>;

/** Guaranteed low-end prize structure. Floor and ceiling are on the low and mid prizes of a pack: a top prize may lie in any pack. */
const guarantee = z.strictObject({
  /** Stretches of packs over which low and mid tiers are spread; they differ by one pack at most. */
  segments: z.int().min(1).max(10_000),
  floorCents: positiveCentsText,
  ceilingCents: positiveCentsText,
  /** Most losing tickets one after another in a pack, its end and beginning taken together. */
  maxLoserStreak: z.int().min(1).max(199),
});

/** When the operator bills a pack to the shop: on the first of these that comes. */
const packSettlement = z.strictObject({
  /** Share of the pack's low prizes that have been validated, in percent. */
  lowPrizesPercent: z.int().min(1).max(100).optional(),
  daysAfterActivation: z.int().min(1).max(365).optional(),
  nextPackActivated: z.boolean().default(false),
});

export const instantDefinition = z.strictObject({
  schema: gameFields.schema,
  family: z.literal('instant'),
  id: gameFields.id,
  version: gameFields.version,
  name: gameFields.name,
  currency: gameFields.currency,
  /** The number printed first on every ticket. */
  game: z.int().min(1).max(999),
  /** A run is printed for shops, or sold ticket by ticket online from a shuffled pool. */
  channel: z.enum(['retail', 'online']),
  priceCents: positiveCentsText,
  runSize: z.int().min(10).max(100_000_000),
  packSize: z.int().min(10).max(200),
  /** The sum of all prizes; returns and chances follow from it exactly. */
  prizeFundCents: positiveCentsText,
  play: playRule,
  /** Pictures that lie open on the ticket and mean nothing; each ticket bears one by chance. */
  scenes: z.int().min(1).max(16).default(1),
  tiers: z.array(instantTier).min(1).max(200),
  guarantee: guarantee.optional(),
  settlement: packSettlement.optional(),
  /** What happens when the last top prize has been paid, and the day of sale after which no pack is activated. */
  endOfGame: z.strictObject({ topPrizesGone: z.enum(['warn', 'end-sales']), saleDays: z.int().min(1).max(3660).optional() }),
  claim: claimPeriod,
  unconfirmed: gameFields.unconfirmed,
});

export type InstantDefinition = z.output<typeof instantDefinition>;
export type InstantDefinitionJson = z.input<typeof instantDefinition>;

export const prizeOfTier = (tier: Pick<InstantTier, 'partsCents' | 'multiplier'>): bigint =>
  tier.partsCents.reduce<bigint>((sum, part) => sum + part, 0n) * BigInt(tier.multiplier);
