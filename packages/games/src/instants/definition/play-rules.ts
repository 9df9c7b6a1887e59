/**
 * How a ticket of each play style wins, as data. One rule drives the face that is printed, the reading of a face back into its
 * prize, and the sentence on the ticket (incident R24: text and evaluator must not come from two places).
 *
 * A face is a fixed number of bytes: first those that anyone sees before scratching (`scene` and, for two styles, a board or a
 * grid), then those under the coating. Layouts are in the README beside this folder.
 */
import { positiveCentsText } from '@valira/prizes';
import { z } from 'zod';

const decoyAmounts = {
  /** Amounts that are printed beside the prize amounts and are never paid by themselves. */
  decoyCents: z.array(positiveCentsText).max(40).default([]),
};

/** Three equal amounts win that amount; each triplet is one part of the prize. */
const matchThree = z.strictObject({ style: z.literal('match-three'), cells: z.union([z.literal(6), z.literal(9)]), ...decoyAmounts });

const keyNumberFields = {
  /** Numbers run from 1 to `from`. */
  from: z.int().min(10).max(99),
  winningNumbers: z.int().min(1).max(10),
  yourNumbers: z.int().min(2).max(30),
  ...decoyAmounts,
};

/** Each of your numbers that is a winning number pays the amount under it. */
const keyNumber = z.strictObject({ style: z.literal('key-number'), ...keyNumberFields });

/** As key number; the sum is then taken as often as the multiplier says. A ticket that wins nothing always shows 1. */
const multiplier = z.strictObject({ style: z.literal('multiplier'), ...keyNumberFields });

/** Boards of nine numbers lie open; called numbers are covered. A full row, column or diagonal pays the board's amount, once. */
const ticTacToe = z.strictObject({
  style: z.literal('tic-tac-toe'),
  boards: z.int().min(1).max(4),
  from: z.int().min(12).max(75),
  called: z.int().min(3).max(24),
  ...decoyAmounts,
});

const ladderStep = z.strictObject({ count: z.int().min(1).max(30), prizeCents: positiveCentsText });

/** As many equal special symbols as a step of the ladder says pay that step. */
const collect = z.strictObject({
  style: z.literal('collect'),
  cells: z.int().min(4).max(30),
  /** Kinds of other symbols. */
  others: z.int().min(1).max(40),
  ladder: z.array(ladderStep).min(1).max(20),
});

/** A grid of words lies open; letters are covered. As many completed words as a step of the ladder says pay that step. */
const crossword = z.strictObject({
  style: z.literal('crossword'),
  letters: z.int().min(8).max(22),
  /** Each grid as rows of A–Z and dots; every run of two or more letters across or down is a word. */
  grids: z
    .array(
      z
        .array(z.string().regex(/^[A-Z.]{3,15}$/))
        .min(3)
        .max(15),
    )
    .min(1)
    .max(64),
  ladder: z.array(ladderStep).min(1).max(20),
});

export const playRule = z.discriminatedUnion('style', [matchThree, keyNumber, multiplier, ticTacToe, collect, crossword]);

export type PlayRule = z.output<typeof playRule>;
export type PlayRuleOf<S extends PlayRule['style']> = Extract<PlayRule, { style: S }>;
