/** The parts of a game definition that decide who wins (docs/verify.md, section 8). Everything else in it is left alone. */
import { z } from 'zod';

const id = z.string().min(1).max(80);
const hits = z.union([z.int().min(0), z.array(z.int().min(0))]).transform((value) => (typeof value === 'number' ? [value] : value));

const panel = z.object({
  id,
  from: z.int().min(2).max(128),
  first: z.int().min(0).max(1).default(1),
  choose: z.int().min(1).max(20),
  drawn: z.int().min(1).max(40).optional(),
  maxPicks: z.int().min(1).max(40),
});

const addOns = z.array(z.object({ id })).default([]);
const units = z.array(z.int().min(1).max(1000)).min(1).default([1]);

const matrix = z.object({
  addOns,
  units,
  family: z.literal('matrix'),
  panels: z.array(panel).min(1).max(4),
  rounds: z.int().min(1).max(4).default(1),
  bonuses: z.array(z.object({ id, panel: id, count: z.int().min(1).max(5) })).default([]),
  drawnDigits: z.array(z.object({ id, size: z.int().min(2).max(10_000_000) })).default([]),
  reducedSystems: z.array(z.object({ id, panel: id, picks: z.int().min(2).max(40), lines: z.array(z.array(z.int().min(0))) })).default([]),
  wins: z.array(
    z.object({
      tier: id,
      round: z.int().min(1).max(4).default(1),
      hits: z.record(z.string(), hits).default({}),
      digits: z.record(z.string(), z.boolean()).default({}),
    }),
  ),
});

const keno = z.object({
  addOns,
  units,
  family: z.literal('keno'),
  spots: z.int().min(10).max(128),
  drawn: z.int().min(1).max(60),
  minMarks: z.int().min(1),
  maxMarks: z.int().min(1),
  wins: z.array(z.object({ tier: id, marks: z.int(), hits: z.int() })),
});

const series = z.boolean().default(false);
const match = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exact'), series }),
  z.object({ kind: z.literal('any-order'), orders: z.int().min(1).optional(), series }),
  z.object({ kind: z.literal('first'), digits: z.int().min(1).max(9), series }),
  z.object({ kind: z.literal('last'), digits: z.int().min(1).max(9), series }),
]);

const digits = z.object({
  addOns,
  units,
  family: z.literal('digits'),
  positions: z.int().min(1).max(9),
  repeats: z.enum(['allowed', 'forbidden']),
  seriesCount: z.int().min(0).max(9_999).default(0),
  bets: z.array(z.object({ id })).min(1).max(255),
  wins: z.array(z.object({ tier: id, bet: id, group: id.default('line'), match })),
});

export const gameShape = z.discriminatedUnion('family', [matrix, keno, digits]);

export type GameShape = z.output<typeof gameShape>;
export type MatrixShape = z.output<typeof matrix>;
export type KenoShape = z.output<typeof keno>;
export type DigitsShape = z.output<typeof digits>;
