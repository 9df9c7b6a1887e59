/**
 * Matrix games: the player chooses k of n on one or more panels.
 *
 * Example: 6/49 with a bonus number and a refund digit is one panel `main` (from 49, choose 6), one bonus drawn from the
 * rest of the same drum, and one drawn digit 0–9 compared with the digit printed on the ticket.
 */
import { identifier } from '@valira/prizes';
import { z } from 'zod';
import { hitCounts, localized, partFields } from './game-fields.ts';

/** What players call these numbers, in the plural: stars. Left out where a plain word does. */
const name = localized.optional();

const panel = z.strictObject({
  id: identifier,
  name,
  /** Numbers first … first + from − 1. */
  from: z.int().min(2).max(128),
  first: z.int().min(0).max(1).default(1),
  choose: z.int().min(1).max(20),
  /** Numbers drawn for this panel; as many as are chosen unless stated. */
  drawn: z.int().min(1).max(40).optional(),
  /** Most numbers a system may mark; equal to `choose` when systems are not sold. */
  maxPicks: z.int().min(1).max(40),
});

const bonusNumber = z.strictObject({ id: identifier, name, panel: identifier, count: z.int().min(1).max(5) });

/** A number 0 … size − 1 that each ticket bears and the draw repeats. */
const drawnDigit = z.strictObject({ id: identifier, name, size: z.int().min(2).max(10_000_000) });

const matrixWin = z.strictObject({
  tier: identifier,
  /** Which of the draws on one ticket, from 1. */
  round: z.int().min(1).max(4).default(1),
  /** A line wins at most one tier of each group in one round. */
  group: identifier.default('line'),
  /** Hits per panel and per bonus number; one that is not named may have any. */
  hits: hitCounts.default({}),
  digits: z.record(identifier, z.boolean()).default({}),
});

/** A reduced system: lines over positions of the sorted picks of one panel; the other panels are played as marked. */
const reducedSystem = z.strictObject({
  id: identifier,
  panel: identifier,
  picks: z.int().min(2).max(40),
  lines: z
    .array(z.array(z.int().min(0)).min(1))
    .min(1)
    .max(10_000),
});

export const matrixPlay = {
  family: z.literal('matrix'),
  ...partFields,
  panels: z.array(panel).min(1).max(4),
  /** Full draws that every line takes part in: two in a game that draws twice on one ticket. */
  rounds: z.int().min(1).max(4).default(1),
  bonuses: z.array(bonusNumber).max(4).default([]),
  drawnDigits: z.array(drawnDigit).max(2).default([]),
  reducedSystems: z.array(reducedSystem).max(250).default([]),
  wins: z.array(matrixWin).min(1).max(300),
};
