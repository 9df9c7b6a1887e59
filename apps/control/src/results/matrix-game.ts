/** The fields of a matrix game that decide who wins, and its results, read from their JSON (docs/verify.md, section 8). */
import { z } from 'zod';
import { type DrawnNumbers, listedPanels, noAddOns } from './drawn-numbers.ts';

const id = z.string().min(1).max(80);
const counts = z.union([z.int().min(0), z.array(z.int().min(0)).min(1)]).transform((value) => (Array.isArray(value) ? value : [value]));

export const matrixGameShape = z.object({
  family: z.literal('matrix'),
  panels: z
    .array(
      z.object({
        id,
        from: z.int().min(2).max(128),
        first: z.int().min(0).max(1).default(1),
        choose: z.int().min(1).max(20),
        drawn: z.int().min(1).max(40).optional(),
        maxPicks: z.int().min(1).max(40),
      }),
    )
    .min(1)
    .max(4),
  rounds: z.int().min(1).max(4).default(1),
  bonuses: z
    .array(z.object({ id, panel: id, count: z.int().min(1).max(5) }))
    .max(4)
    .default([]),
  drawnDigits: z
    .array(z.object({ id, size: z.int().min(2) }))
    .max(2)
    .default([]),
  reducedSystems: z
    .array(z.object({ id, panel: id, picks: z.int().min(2), lines: z.array(z.array(z.int().min(0)).min(1)).min(1) }))
    .default([]),
  wins: z
    .array(
      z.object({
        tier: id,
        round: z.int().min(1).default(1),
        hits: z.record(z.string(), counts).default({}),
        digits: z.record(z.string(), z.boolean()).default({}),
      }),
    )
    .min(1),
  addOns: noAddOns,
});

export type MatrixGame = z.output<typeof matrixGameShape>;

const numbers = z.array(z.int().min(0)).max(128);
const roundShape = z.object({
  panels: z.record(z.string(), numbers),
  bonuses: z.record(z.string(), numbers).default({}),
  digits: z.record(z.string(), z.int().min(0)).default({}),
});

/** Numbers of one round by the ids of what was drawn. */
function namedRound(json: unknown): DrawnNumbers | null {
  const named = roundShape.safeParse(json);
  if (!named.success) return null;
  const { panels, bonuses, digits } = named.data;
  const single = Object.entries(digits).map(([name, digit]): [string, number[]] => [name, [digit]]);
  return new Map([...Object.entries(panels), ...Object.entries(bonuses), ...single]);
}

/** Rounds of a record's list of panels: from the second on, names end in `-round-` and the number of the round. */
function listedRounds(game: MatrixGame, listed: DrawnNumbers): DrawnNumbers[] | null {
  const ids = [...game.panels, ...game.bonuses, ...game.drawnDigits].map(({ id: name }) => name);
  if (listed.size !== ids.length * game.rounds) return null;
  return Array.from({ length: game.rounds }, (_, i) => {
    const suffix = i === 0 ? '' : `-round-${i + 1}`;
    return new Map(ids.map((name) => [name, listed.get(`${name}${suffix}`) ?? []]));
  });
}

/** Whether these are numbers that this game can draw: right many, in range, none twice out of one drum. */
function isDraw(game: MatrixGame, drawn: DrawnNumbers): boolean {
  const fits = (values: readonly number[], count: number, first: number, size: number, taken: Set<number>) =>
    values.length === count && values.every((value) => value >= first && value < first + size && !taken.has(value) && taken.add(value));
  const drums = new Map<string, Set<number>>();
  return (
    game.panels.every(({ id: name, drawn: count, choose, first, from }) => {
      const taken = new Set<number>();
      drums.set(name, taken);
      return fits(drawn.get(name) ?? [], count ?? choose, first, from, taken);
    }) &&
    game.bonuses.every(({ id: name, panel, count }) => {
      const drum = game.panels.find((one) => one.id === panel);
      return drum !== undefined && fits(drawn.get(name) ?? [], count, drum.first, drum.from, drums.get(panel) ?? new Set());
    }) &&
    game.drawnDigits.every(({ id: name, size }) => fits(drawn.get(name) ?? [], 1, 0, size, new Set()))
  );
}

function roundsOf(game: MatrixGame, json: unknown): DrawnNumbers[] | null {
  const listed = listedPanels(json);
  if (listed) return listedRounds(game, listed);
  const several = z.object({ rounds: z.array(z.unknown()).max(4) }).safeParse(json);
  const rounds = (several.success ? several.data.rounds : [json]).map(namedRound).filter((round) => round !== null);
  return rounds.length === game.rounds ? rounds : null;
}

/**
 * The rounds of a result, written as the list of drawn panels of a record or by name: `{ panels: { main: […] }, bonuses, digits }`,
 * several rounds as `{ rounds: [ … ] }`. Null when this game cannot draw such numbers.
 */
export function readMatrixResult(game: MatrixGame, json: unknown): DrawnNumbers[] | null {
  const rounds = roundsOf(game, json);
  return rounds?.every((round) => isDraw(game, round)) ? rounds : null;
}
