/**
 * A slip being filled in: lines over the panels of a game, and the wager it makes.
 *
 * Only whole lines are sold. Example: 3 lines at EUR 1.00 for 2 draws cost 3 × 100 × 2 = EUR 6.00.
 */
import { randomLine } from '@valira/ui';
import type { DrawLine, MatrixPanel } from '../../../api/wire.ts';

export type SlipLine = Readonly<Record<string, readonly number[]>>;

export type Slip = { readonly lines: readonly SlipLine[]; readonly active: number; readonly draws: number };

export const emptyLine = (panels: readonly MatrixPanel[]): SlipLine => Object.fromEntries(panels.map((panel) => [panel.id, []]));

export const quickLine = (panels: readonly MatrixPanel[]): SlipLine =>
  Object.fromEntries(panels.map((panel) => [panel.id, randomLine(panel.first ?? 1, panel.from, panel.choose)]));

export const isWhole = (line: SlipLine, panels: readonly MatrixPanel[]): boolean =>
  panels.every((panel) => line[panel.id]?.length === panel.choose);

export const isBlank = (line: SlipLine): boolean => Object.values(line).every((numbers) => numbers.length === 0);

/** Lines that would be sold: blank ones are left out, half-filled ones are not sold and keep the slip from being complete. */
export function saleLines(slip: Slip, panels: readonly MatrixPanel[]): { readonly lines: readonly DrawLine[]; readonly complete: boolean } {
  const filled = slip.lines.filter((line) => !isBlank(line));
  return { lines: filled, complete: filled.length > 0 && filled.every((line) => isWhole(line, panels)) };
}

export const slipPrice = (lines: number, unitPriceCents: bigint, draws: number): bigint => BigInt(lines) * unitPriceCents * BigInt(draws);

export const lineLetter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${lineLetter(Math.floor(index / 26) - 1)}${lineLetter(index % 26)}`;
